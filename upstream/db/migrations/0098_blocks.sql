CREATE TABLE "party_block" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"reason" text NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"removed_by" text,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "party_block_kind_check" CHECK ("kind" in ('email', 'domain', 'network', 'paypal', 'address')),
	CONSTRAINT "party_block_removed" CHECK ((removed_by is null) = (removed_at is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "party_block_in_force" ON "party_block" USING btree ("kind","value") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "sandbox_step_outgoing" ON "sandbox_step" USING btree ((details->>'outgoing'));