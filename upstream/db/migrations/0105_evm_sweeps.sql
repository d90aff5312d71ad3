CREATE TABLE "evm_skipped_part" (
	"movement_id" text NOT NULL,
	"deposit" integer NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evm_skipped_part_movement_id_deposit_pk" PRIMARY KEY("movement_id","deposit")
);
--> statement-breakpoint
CREATE TABLE "evm_fill" (
	"id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"token" text,
	"amount" numeric(78,0) NOT NULL,
	"tx" text NOT NULL,
	"sender" text NOT NULL,
	"height" bigint NOT NULL,
	"hash" text NOT NULL,
	"state" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evm_fill_account_check" CHECK ("account" in ('hot', 'gas')),
	CONSTRAINT "evm_fill_state_check" CHECK ("state" in ('seen', 'final', 'gone')),
	CONSTRAINT "evm_fill_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE INDEX "evm_fill_height" ON "evm_fill" USING btree ("height");