-- What older versions have booked as arrived lies where it can be paid out, by their books: it is never swept.
ALTER TABLE "deposit" ADD COLUMN "place" text DEFAULT 'hot' NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD COLUMN "awaits_cash" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_one_sweep" ON "outgoing" USING btree ("rail","asset") WHERE kind = 'sweep' and status = 'sending';--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_place_check" CHECK ("place" in ('hot', 'deposits')) NOT VALID;--> statement-breakpoint
-- A withdrawal is sent only once its money is held at the place that pays out. Versions before this one do not ask for
-- that; beside it they would send one that awaits cash, and could never book it.
CREATE FUNCTION withdrawal_is_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM transfer t WHERE t.id = new.transfer_id AND t.kind = 'pending'
      AND t.credit_account = 'assets:' || new.rail || ':' || new.asset
  ) THEN
    RAISE EXCEPTION 'the money of the withdrawal % is not held at %', new.withdrawal_id, new.rail
      USING ERRCODE = 'check_violation', CONSTRAINT = 'outgoing_withdrawal_held';
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER outgoing_withdrawal_held BEFORE INSERT ON outgoing
  FOR EACH ROW WHEN (new.kind = 'withdrawal') EXECUTE FUNCTION withdrawal_is_held();
