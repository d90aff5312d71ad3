-- First: a movement that is inserted meanwhile would get its row of the guard by the trigger of before, without what it counts.
LOCK TABLE outgoing IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
DROP INDEX "payout_guard_caps";
--> statement-breakpoint
DROP INDEX "unpaid_hold_asset";
--> statement-breakpoint
ALTER TABLE "payout_guard" ADD COLUMN "cap_rail" text;
--> statement-breakpoint
ALTER TABLE "payout_guard" ADD COLUMN "cap_asset" text;
--> statement-breakpoint
ALTER TABLE "payout_guard" ADD COLUMN "cap_amount" numeric(38,0);
--> statement-breakpoint
-- Movements of before, also ended ones: what had failed may still turn out to have left.
UPDATE payout_guard g SET cap_rail = o.rail, cap_asset = o.asset, cap_amount = o.amount
  FROM outgoing o WHERE o.id = g.outgoing_id AND o.kind <> 'sweep';
--> statement-breakpoint
CREATE INDEX "unpaid_hold_network" ON "unpaid_hold" USING btree ("network") WHERE not is_covered;
--> statement-breakpoint
CREATE INDEX "unpaid_hold_email" ON "unpaid_hold" USING btree ("email") WHERE not is_covered;
--> statement-breakpoint
CREATE INDEX "unpaid_hold_member" ON "unpaid_hold" USING btree ("member_id") WHERE not is_covered and member_id is not null;
--> statement-breakpoint
CREATE INDEX "payout_guard_caps" ON "payout_guard" USING btree ("cap_rail","cap_asset","approved_at") WHERE cap_rail is not null;
--> statement-breakpoint
CREATE INDEX "unpaid_hold_asset" ON "unpaid_hold" USING btree ("asset","until","amount") WHERE not is_covered;
--> statement-breakpoint
ALTER TABLE "payout_guard" ADD CONSTRAINT "payout_guard_cap" CHECK (num_nulls(cap_rail, cap_asset, cap_amount) in (0, 3));
--> statement-breakpoint
ALTER TABLE "part_day" ADD COLUMN "working_by_hour" integer[];
--> statement-breakpoint
ALTER TABLE "part_day" ADD COLUMN "partly_by_hour" integer[];
--> statement-breakpoint
ALTER TABLE "part_day" ADD CONSTRAINT "part_day_hours" CHECK (coalesce(cardinality(working_by_hour), 24) = 24 and coalesce(cardinality(partly_by_hour), 24) = 24);
--> statement-breakpoint
-- Every outgoing transfer has a row of the payout guard from the beginning.
CREATE OR REPLACE FUNCTION payout_guard_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payout_guard (outgoing_id, cap_rail, cap_asset, cap_amount, state, approved_at)
    VALUES (new.id,
      CASE WHEN new.kind <> 'sweep' THEN new.rail END,
      CASE WHEN new.kind <> 'sweep' THEN new.asset END,
      CASE WHEN new.kind <> 'sweep' THEN new.amount END,
      CASE new.status WHEN 'sending' THEN 'waiting' WHEN 'sent' THEN 'settled' WHEN 'returned' THEN 'returned' ELSE 'void' END,
      CASE WHEN new.status IN ('sent', 'returned') THEN new.created_at END);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payout_guard_begins AFTER INSERT ON outgoing
  FOR EACH ROW EXECUTE FUNCTION payout_guard_begins();

-- The state follows where only the status of the transfer is written, for example by an operator's record.
CREATE OR REPLACE FUNCTION payout_guard_follows() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER payout_guard_follows AFTER UPDATE OF status ON outgoing
  FOR EACH ROW EXECUTE FUNCTION payout_guard_follows();

-- What counts against the caps is what was asked for.
CREATE OR REPLACE FUNCTION payout_guard_cap_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what the movement % counts against its caps does not change', old.outgoing_id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_guard_cap_stays';
END $$;

CREATE OR REPLACE TRIGGER payout_guard_cap_stays BEFORE UPDATE OF cap_rail, cap_asset, cap_amount ON payout_guard FOR EACH ROW
  WHEN ((old.cap_rail, old.cap_asset, old.cap_amount) IS DISTINCT FROM (new.cap_rail, new.cap_asset, new.cap_amount))
  EXECUTE FUNCTION payout_guard_cap_stays();
--> statement-breakpoint
-- Last, since orders wait from here to the end.
DROP INDEX "order_email";
--> statement-breakpoint
DROP INDEX "order_payin_account";
--> statement-breakpoint
CREATE INDEX "order_email" ON "exchange_order" USING btree (lower("email"),"created_at") WHERE email is not null;
--> statement-breakpoint
CREATE INDEX "order_payin_account" ON "exchange_order" USING btree (lower("payin_account"),"created_at") WHERE payin_account is not null;
