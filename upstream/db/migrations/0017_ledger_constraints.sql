-- First, since every change of an order begins there: taken in another order than writers do, the locks below would
-- deadlock with them.
LOCK TABLE "exchange_order" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
-- NOT VALID: the rows that are there are checked in a later migration, without keeping others from writing.
ALTER TABLE "account" ADD CONSTRAINT "account_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "exchange_order"("ref") NOT VALID;
--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_order_ref_exchange_order_ref_fk" FOREIGN KEY ("order_ref") REFERENCES "exchange_order"("ref") NOT VALID;
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_rules" CHECK ((split_part(id, ':', 1), normal, floor) in (('assets', 'debit', 'cash'), ('shortfall', 'debit', 'available'), ('order', 'credit', 'available'), ('wrong', 'credit', 'available'), ('reserve', 'credit', 'available'), ('member', 'credit', 'available'), ('affiliate', 'credit', 'available'), ('unclaimed', 'credit', 'available')) and order_ref is not distinct from case when split_part(id, ':', 1) in ('order', 'wrong') then split_part(id, ':', 2) end) NOT VALID;
--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_kind_check" CHECK ("kind" in ('posted', 'pending', 'post', 'void')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_code_check" CHECK ("code" in ('funding', 'profit_taken', 'rebalance', 'payin', 'conversion', 'payout_hold', 'payout', 'payout_returned', 'refund', 'refund_fee', 'rail_fee', 'network_fee', 'deposit', 'withdrawal', 'withdrawal_fee', 'affiliate', 'dispute', 'shortfall', 'adjustment')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_fact" CHECK (kind = 'posted' or not fact) NOT VALID;
--> statement-breakpoint
-- An order is final only while all its accounts are empty, holds included. Both sides are checked at the commit, because
-- an order is saved before its transfers. They run with the owner's rights and name every table with its schema, as the
-- function that moves the sums does.
CREATE FUNCTION order_ends_empty() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM public.exchange_order o WHERE o.ref = new.ref
      AND o.status IN ('completed', 'refunded', 'expired', 'cancelled', 'failed', 'charged_back'))
    AND EXISTS (SELECT 1 FROM public.account a WHERE a.order_ref = new.ref
      AND (a.credits_posted <> a.debits_posted OR a.credits_pending <> 0 OR a.debits_pending <> 0))
  THEN
    RAISE EXCEPTION 'order % is final, but its accounts are not empty', new.ref
      USING ERRCODE = 'check_violation', CONSTRAINT = 'final_order_is_empty';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER order_ends_empty AFTER INSERT OR UPDATE OF status ON exchange_order
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
    new.status IN ('completed', 'refunded', 'expired', 'cancelled', 'failed', 'charged_back')
  ) EXECUTE FUNCTION order_ends_empty();
--> statement-breakpoint
-- The order's row is locked, so that of a booking and the order's end at the same time the later one sees the other.
CREATE FUNCTION account_of_open_order() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM public.account a WHERE a.id = new.id
      AND (a.credits_posted <> a.debits_posted OR a.credits_pending <> 0 OR a.debits_pending <> 0))
    AND (SELECT o.status FROM public.exchange_order o WHERE o.ref = new.order_ref FOR SHARE)
      IN ('completed', 'refunded', 'expired', 'cancelled', 'failed', 'charged_back')
  THEN
    RAISE EXCEPTION 'order % is final, but its account % is not empty', new.order_ref, new.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'final_order_is_empty';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER account_of_open_order AFTER UPDATE ON account
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
    new.order_ref IS NOT NULL
    AND (new.credits_posted <> new.debits_posted OR new.credits_pending <> 0 OR new.debits_pending <> 0)
  ) EXECUTE FUNCTION account_of_open_order();
