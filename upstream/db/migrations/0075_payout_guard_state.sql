CREATE TABLE "payout_guard" (
	"outgoing_id" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"why" text,
	"plan" text,
	"approved_by" text[],
	"approved_at" timestamp (3) with time zone,
	"state_at" timestamp (3) with time zone,
	CONSTRAINT "payout_guard_state_check" CHECK ("state" in ('waiting', 'held', 'approved', 'prepared', 'broadcast', 'settled', 'refused', 'reverted', 'void', 'returned')),
	CONSTRAINT "payout_guard_plan" CHECK (plan is not null or state not in ('prepared', 'broadcast')),
	CONSTRAINT "payout_guard_approval" CHECK (approved_at is not null or state not in ('approved', 'prepared', 'broadcast'))
);
--> statement-breakpoint
ALTER TABLE "payout_guard" ADD CONSTRAINT "payout_guard_outgoing_id_outgoing_id_fk" FOREIGN KEY ("outgoing_id") REFERENCES "public"."outgoing"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION payout_guard_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payout_guard (outgoing_id, state, approved_at)
    VALUES (new.id,
      CASE new.status WHEN 'sending' THEN 'waiting' WHEN 'sent' THEN 'settled' WHEN 'returned' THEN 'returned' ELSE 'void' END,
      CASE WHEN new.status IN ('sent', 'returned') THEN new.created_at END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_guard_begins AFTER INSERT ON outgoing
  FOR EACH ROW EXECUTE FUNCTION payout_guard_begins();
--> statement-breakpoint
-- The state follows where only the owner's status is written, by an operator's record for example.
CREATE FUNCTION payout_guard_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.status = 'sent' THEN
    UPDATE payout_guard SET state = 'settled', approved_at = coalesce(approved_at, new.created_at)
      WHERE outgoing_id = new.id AND (state <> 'settled' OR approved_at IS NULL);
  ELSIF new.status = 'returned' THEN
    UPDATE payout_guard SET state = 'returned', approved_at = coalesce(approved_at, new.created_at)
      WHERE outgoing_id = new.id AND (state <> 'returned' OR approved_at IS NULL);
  ELSIF new.status = 'failed' THEN
    UPDATE payout_guard SET state = 'void' WHERE outgoing_id = new.id AND state NOT IN ('refused', 'reverted', 'void');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_guard_follows AFTER UPDATE OF status ON outgoing
  FOR EACH ROW EXECUTE FUNCTION payout_guard_follows();
--> statement-breakpoint
INSERT INTO payout_guard (outgoing_id, state, why, plan, approved_by, approved_at, state_at)
  SELECT id, state, why, plan, approved_by, approved_at, state_at FROM outgoing;
--> statement-breakpoint
-- The columns of "outgoing" stay until no version reads them. To a process of the version before every movement is held: it
-- takes none a second time.
ALTER TABLE "outgoing" DROP CONSTRAINT "outgoing_state_check";--> statement-breakpoint
ALTER TABLE "outgoing" DROP CONSTRAINT "outgoing_plan";--> statement-breakpoint
ALTER TABLE "outgoing" DROP CONSTRAINT "outgoing_approval";--> statement-breakpoint
DROP INDEX "outgoing_caps";--> statement-breakpoint
DROP INDEX "outgoing_open";--> statement-breakpoint
ALTER TABLE "outgoing" ALTER COLUMN "state" SET DEFAULT 'held';--> statement-breakpoint
UPDATE outgoing SET state = 'held' WHERE status = 'sending';--> statement-breakpoint
CREATE OR REPLACE FUNCTION outgoing_state_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.status = 'sending' THEN
    new.state := 'held';
  ELSIF new.status = 'sent' THEN
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
CREATE INDEX "payout_guard_caps" ON "payout_guard" USING btree ("approved_at");--> statement-breakpoint
CREATE INDEX "payout_guard_open" ON "payout_guard" USING btree ("state") WHERE state in ('waiting', 'held', 'approved', 'prepared', 'broadcast');--> statement-breakpoint
CREATE INDEX "outgoing_sending" ON "outgoing" USING btree ("created_at") WHERE status = 'sending';
