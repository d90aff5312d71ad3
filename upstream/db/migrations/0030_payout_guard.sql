CREATE TABLE "payout_stop" (
	"rail" text PRIMARY KEY NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- Rows that are there: nearly all were sent. A constant default rewrites no table; the others follow below.
ALTER TABLE "outgoing" ADD COLUMN "state" text DEFAULT 'settled' NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing" ALTER COLUMN "state" SET DEFAULT 'waiting';--> statement-breakpoint
ALTER TABLE "outgoing" ADD COLUMN "why" text;--> statement-breakpoint
ALTER TABLE "outgoing" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "outgoing" ADD COLUMN "approved_by" text[];--> statement-breakpoint
ALTER TABLE "outgoing" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outgoing" ADD COLUMN "state_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "outgoing_caps" ON "outgoing" USING btree ("rail","asset","approved_at");--> statement-breakpoint
CREATE INDEX "outgoing_open" ON "outgoing" USING btree ("state") WHERE status = 'sending';--> statement-breakpoint
CREATE INDEX "outgoing_ends" ON "outgoing" USING btree ("asset",lower(left(account, 6)),lower(right(account, 4)));--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_state_check" CHECK ("state" in ('waiting', 'held', 'approved', 'prepared', 'broadcast', 'settled', 'refused', 'reverted', 'void', 'returned')) NOT VALID;--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_plan" CHECK (plan is not null or state not in ('prepared', 'broadcast')) NOT VALID;--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_approval" CHECK (approved_at is not null or state not in ('approved', 'prepared', 'broadcast')) NOT VALID;--> statement-breakpoint
-- A transfer in progress starts again: its rail knows it by its id, and sends nothing twice.
UPDATE "outgoing" SET "state" = CASE "status" WHEN 'sending' THEN 'waiting' WHEN 'returned' THEN 'returned' ELSE 'void' END
  WHERE "status" <> 'sent';
--> statement-breakpoint
-- The state follows where only the status is written: by an operator's record, and by a version of the service from before.
CREATE FUNCTION outgoing_state_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.status = 'sent' THEN
    new.state := 'settled';
  ELSIF new.status = 'returned' THEN
    new.state := 'returned';
  ELSIF new.status = 'failed' AND new.state NOT IN ('refused', 'reverted', 'void') THEN
    new.state := 'void';
  END IF;
  IF new.state IN ('settled', 'returned') THEN
    new.approved_at := coalesce(new.approved_at, new.created_at);
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER outgoing_state_follows BEFORE INSERT OR UPDATE OF status, state ON outgoing
  FOR EACH ROW EXECUTE FUNCTION outgoing_state_follows();
