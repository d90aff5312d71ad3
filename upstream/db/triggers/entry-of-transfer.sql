-- Our own money moves only with an entry of the audit log. It may be written after the transfer, so it is asked for at the commit.
CREATE OR REPLACE FUNCTION entry_of_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM public.audit a
    WHERE a.details ? 'transfer' AND a.details->>'transfer' = regexp_replace(new.id, ':shortfall$', ''))
  THEN
    RAISE EXCEPTION 'transfer % (%) has no cause: no entry of the audit log names it', new.id, new.code
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_has_a_cause';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS entry_of_transfer ON transfer;
CREATE CONSTRAINT TRIGGER entry_of_transfer AFTER INSERT ON transfer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
    new.kind IN ('posted', 'pending') AND num_nonnulls(new.order_ref, new.payment_id, new.outgoing_id, new.deposit_id,
      new.withdrawal_id, new.reward_id, new.affiliate_payout_id, new.closing_id, new.audit_id, new.caused_by) = 0
  ) EXECUTE FUNCTION entry_of_transfer();
