CREATE TABLE "evm_approval" (
	"movement_id" text NOT NULL,
	"key" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"signature" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evm_approval_movement_id_key_until_pk" PRIMARY KEY("movement_id","key","until")
);
