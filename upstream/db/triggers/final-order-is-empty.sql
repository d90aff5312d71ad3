-- An order is final only while all its accounts are empty, holds included. Both sides are checked at the commit, because an order is
-- saved before its transfers. The functions run with the owner's rights and name every table with its schema, as `ledger_move` does.
CREATE OR REPLACE FUNCTION order_ends_empty() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
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

DROP TRIGGER IF EXISTS order_ends_empty ON exchange_order;
CREATE CONSTRAINT TRIGGER order_ends_empty AFTER INSERT OR UPDATE OF status ON exchange_order
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
    new.status IN ('completed', 'refunded', 'expired', 'cancelled', 'failed', 'charged_back')
  ) EXECUTE FUNCTION order_ends_empty();

-- The order's row is locked: of a booking and the order's end at the same time, the later one sees the other.
CREATE OR REPLACE FUNCTION account_of_open_order() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
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

DROP TRIGGER IF EXISTS account_of_open_order ON account;
CREATE CONSTRAINT TRIGGER account_of_open_order AFTER UPDATE ON account
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
    new.order_ref IS NOT NULL
    AND (new.credits_posted <> new.debits_posted OR new.credits_pending <> 0 OR new.debits_pending <> 0)
  ) EXECUTE FUNCTION account_of_open_order();
