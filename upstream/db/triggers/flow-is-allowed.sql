-- A transfer that is posted or held is one of the table of flows: its code, step, accounts and cause. The end of a hold has those of
-- the hold. Every table is named with its schema, because a role could put a temporary table of the same name in front.
--
-- The kind of an account in the table of flows: the first part of its name, and at rails the place where the money is. Our own money at
-- a rail is where the rail pays out from, at the account that pays for sweeps, and at deposit addresses.
CREATE OR REPLACE FUNCTION flow_account(id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN split_part(id, ':', 1) <> 'assets' THEN split_part(id, ':', 1)
    ELSE coalesce(substring(split_part(id, ':', 2) from '_(deposits|gas|dust|disputed)$'), 'rail')
  END
$$;

-- The kind of a transfer's cause, as the table of flows names it.
CREATE OR REPLACE FUNCTION cause_kind(moved public.transfer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN moved.caused_by IS NOT NULL THEN 'transfer'
    WHEN moved.outgoing_id IS NOT NULL THEN 'movement'
    WHEN moved.payment_id IS NOT NULL THEN 'payment'
    WHEN moved.order_ref IS NOT NULL THEN 'order'
    WHEN moved.deposit_id IS NOT NULL THEN 'deposit'
    WHEN moved.withdrawal_id IS NOT NULL THEN 'withdrawal'
    WHEN moved.reward_id IS NOT NULL THEN 'reward'
    WHEN moved.affiliate_payout_id IS NOT NULL THEN 'reward_payout'
    WHEN moved.closing_id IS NOT NULL THEN 'closing'
    ELSE 'entry'
  END
$$;

-- The same question about any transfer. `transfer_flow` asks the table itself: a call of another function costs as much as the query.
CREATE OR REPLACE FUNCTION flow_is_listed(moved public.transfer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.ledger_flow f
      WHERE f.code = moved.code
        AND f.step = CASE WHEN moved.kind = 'pending' THEN 'hold' WHEN moved.fact THEN 'forced' ELSE 'post' END
        AND f.debit = public.flow_account(moved.debit_account) AND f.credit = public.flow_account(moved.credit_account)
        AND f.cause = public.cause_kind(moved)
  );
END $$;

CREATE OR REPLACE FUNCTION transfer_flow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM public.ledger_flow f
      WHERE f.code = new.code
        AND f.step = CASE WHEN new.kind = 'pending' THEN 'hold' WHEN new.fact THEN 'forced' ELSE 'post' END
        AND f.debit = public.flow_account(new.debit_account) AND f.credit = public.flow_account(new.credit_account)
        AND f.cause = public.cause_kind(new)
  ) THEN
    RAISE EXCEPTION 'transfer % (% %) may not go from % to % for a cause of kind %', new.id, new.kind, new.code,
        new.debit_account, new.credit_account, public.cause_kind(new)
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_flow';
  END IF;
  RETURN NULL;
END $$;

-- Triggers fire in the order of their names: this one before `ledger_move`.
CREATE OR REPLACE TRIGGER flow_is_allowed AFTER INSERT ON transfer FOR EACH ROW WHEN (new.kind IN ('posted', 'pending'))
  EXECUTE FUNCTION transfer_flow();
