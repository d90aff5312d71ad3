CREATE TABLE "signing_key" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone,
	CONSTRAINT "signing_key_times" CHECK (valid_until is null or valid_until >= valid_from)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "signing_key_in_force" ON "signing_key" USING btree ((valid_until is null)) WHERE valid_until is null;