-- What a transfer happens for, by the name that the code gives it: the one place that reads names. Nothing for our own money, which an
-- entry of the audit log explains.
CREATE OR REPLACE FUNCTION cause_by_name(
  name text, code text, order_ref text,
  OUT payment_id text, OUT outgoing_id text, OUT deposit_id text, OUT withdrawal_id text, OUT reward_id text,
  OUT affiliate_payout_id text, OUT closing_id text, OUT audit_id text, OUT caused_by text
) LANGUAGE plpgsql AS $$
DECLARE
  base text := regexp_replace(name, ':shortfall$', '');
  head text := split_part(name, ':', 1);
  second text := nullif(split_part(name, ':', 2), '');
BEGIN
  CASE code
    WHEN 'payin', 'rail_fee' THEN
      IF order_ref IS NOT NULL AND head = 'payin' THEN
        payment_id := regexp_replace(regexp_replace(substr(base, 7), ':fee$', ''), ':again-[0-9]+$', '');
      END IF;
    WHEN 'network_fee' THEN
      IF base ~ ':(gas|gas:post|gas:void|network-fee|failed-fee|address-fee|failed-address-fee|fee-again-[0-9]+)$' THEN
        outgoing_id := regexp_replace(base, ':(gas|gas:post|gas:void|network-fee|failed-fee|address-fee|failed-address-fee|fee-again-[0-9]+)$', '');
      END IF;
    WHEN 'rebalance' THEN
      IF head = 'sweep' THEN outgoing_id := second;
      ELSIF head = 'deposit' AND order_ref IS NULL THEN deposit_id := second;
      END IF;
    WHEN 'deposit' THEN deposit_id := second;
    WHEN 'withdrawal', 'withdrawal_fee' THEN withdrawal_id := second;
    WHEN 'affiliate' THEN
      IF head = 'affiliate' THEN reward_id := second; ELSE affiliate_payout_id := second; END IF;
    WHEN 'given_up' THEN closing_id := second;
    WHEN 'unclaimed_payout' THEN outgoing_id := regexp_replace(second, ':shortfall$', '');
    WHEN 'adjustment' THEN
      IF head = 'wallet-correction' THEN audit_id := second; END IF;
    WHEN 'debt' THEN
      -- Named by the transfer that brought the money, or by the withdrawal that gave it back.
      IF head = 'withdrawal' THEN withdrawal_id := second;
      ELSE
        SELECT t.id INTO caused_by FROM public.transfer t
          WHERE t.id IN (regexp_replace(name, ':debt$', ''), regexp_replace(name, ':debt$', ':shortfall')) LIMIT 1;
      END IF;
    WHEN 'shortfall' THEN
      SELECT t.id INTO caused_by FROM public.transfer t WHERE t.id = regexp_replace(name, ':repayment$', '');
    ELSE NULL;
  END CASE;
END $$;

-- The cause of a transfer that names none, by its name.
CREATE OR REPLACE FUNCTION cause_of_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT c.payment_id, c.outgoing_id, c.deposit_id, c.withdrawal_id, c.reward_id, c.affiliate_payout_id, c.closing_id,
      c.audit_id, c.caused_by
    INTO new.payment_id, new.outgoing_id, new.deposit_id, new.withdrawal_id, new.reward_id, new.affiliate_payout_id,
      new.closing_id, new.audit_id, new.caused_by
    FROM public.cause_by_name(new.id, new.code, new.order_ref) c;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER cause_of_transfer BEFORE INSERT ON transfer FOR EACH ROW WHEN (
    num_nonnulls(new.payment_id, new.outgoing_id, new.deposit_id, new.withdrawal_id, new.reward_id,
      new.affiliate_payout_id, new.closing_id, new.audit_id, new.caused_by) = 0
    AND new.code NOT IN ('conversion', 'payout_hold', 'payout', 'payout_returned', 'refund', 'refund_fee', 'dispute', 'promo')
  ) EXECUTE FUNCTION cause_of_transfer();
