ALTER TABLE "account" DROP CONSTRAINT "account_rules";--> statement-breakpoint
DROP INDEX "order_rate_due";--> statement-breakpoint
DROP INDEX "order_hold_due";--> statement-breakpoint
DROP INDEX "order_payin_open";--> statement-breakpoint
DROP INDEX "order_address_kept";--> statement-breakpoint
DROP INDEX "order_guest_kept";--> statement-breakpoint
DROP INDEX "order_owner";--> statement-breakpoint
DROP INDEX "order_owner_status";--> statement-breakpoint
DROP INDEX "order_owner_completed";--> statement-breakpoint
DROP INDEX "order_email";--> statement-breakpoint
DROP INDEX "order_payin_address";--> statement-breakpoint
CREATE INDEX "order_rate_due" ON "exchange_order" USING btree ("rate_locked_until") WHERE status in ('awaiting_payment', 'payment_reported');--> statement-breakpoint
CREATE INDEX "order_hold_due" ON "exchange_order" USING btree ("hold_deadline") WHERE hold_deadline is not null;--> statement-breakpoint
CREATE INDEX "order_payin_open" ON "exchange_order" USING btree ("status","payin_method") WHERE payin_closed_at is null and status in ('draft', 'completed', 'refunded', 'expired', 'cancelled', 'failed', 'charged_back');--> statement-breakpoint
CREATE INDEX "order_address_kept" ON "exchange_order" USING btree ("updated_at") WHERE client_address is not null and status in ('completed', 'refunded', 'expired', 'cancelled', 'failed', 'charged_back');--> statement-breakpoint
CREATE INDEX "order_guest_kept" ON "exchange_order" USING btree ("updated_at") WHERE owner_id is null and email is not null and status in ('completed', 'refunded', 'expired', 'cancelled', 'failed', 'charged_back');--> statement-breakpoint
CREATE INDEX "order_owner" ON "exchange_order" USING btree ("owner_id","created_at") WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "order_owner_status" ON "exchange_order" USING btree ("owner_id","status") WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "order_owner_completed" ON "exchange_order" USING btree ("owner_id","completed_at") WHERE owner_id is not null and status = 'completed';--> statement-breakpoint
CREATE INDEX "order_email" ON "exchange_order" USING btree (lower("email")) WHERE email is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "order_payin_address" ON "exchange_order" USING btree ("payin_address",coalesce(payin_memo, '')) WHERE payin_address is not null;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_rules" CHECK (split_part(id, ':', 1) || ' ' || normal || ' ' || floor in ('assets debit cash', 'shortfall debit available', 'order credit available', 'wrong credit available', 'reserve credit available', 'member credit available', 'affiliate credit available', 'unclaimed credit available', 'checking credit available') and order_ref is not distinct from
    case when split_part(id, ':', 1) in ('order', 'wrong') then split_part(id, ':', 2) end) NOT VALID;
--> statement-breakpoint
-- Accounts of before: the same rule in other words.
ALTER TABLE account VALIDATE CONSTRAINT account_rules;
--> statement-breakpoint
-- What has arrived at each deposit address, by transfers.
--
-- The deposit address that a transfer is about: of its payment or its deposit. Empty for what an operator books.
CREATE OR REPLACE FUNCTION address_of_transfer(moved public.transfer) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce(
    (SELECT p.address FROM public.payment p WHERE p.order_ref = moved.order_ref AND p.address IS NOT NULL
      AND (moved.payment_id IS NULL OR p.id = moved.payment_id) ORDER BY p.seen_at, p.id LIMIT 1),
    (SELECT w.address FROM public.deposit d JOIN public.wallet_address w ON w.id = d.address_id WHERE d.id = moved.deposit_id),
    '');
END $$;

-- What a transfer brings to deposit addresses or takes from there, by rail and asset. Not what moves between those addresses and where
-- the rail pays out for a sweep or a payment: that follows from both sums of the address.
CREATE OR REPLACE FUNCTION arrivals_of_transfer(moved public.transfer, OUT rail text, OUT change numeric) RETURNS SETOF record
  LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(split_part(s.account, ':', 2), '_deposits$', ''), s.change
    FROM (VALUES (moved.debit_account, moved.amount), (moved.credit_account, -moved.amount)) s (account, change)
    WHERE moved.kind = 'posted' AND public.flow_account(s.account) = 'deposits'
      AND NOT (moved.code = 'rebalance' AND num_nonnulls(moved.order_ref, moved.outgoing_id, moved.deposit_id) > 0)
$$;

CREATE OR REPLACE FUNCTION move_at_address(of_rail text, of_asset text, at_address text, came numeric, went numeric) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.address_balance SET arrived = arrived + came, swept = swept + went
    WHERE (rail, asset, address) = (of_rail, of_asset, at_address);
  IF NOT FOUND THEN
    INSERT INTO public.address_balance (rail, asset, address, arrived, swept)
      VALUES (of_rail, of_asset, at_address, came, went)
      ON CONFLICT (rail, asset, address) DO UPDATE
        SET arrived = address_balance.arrived + excluded.arrived, swept = address_balance.swept + excluded.swept;
  END IF;
END $$;

-- With the owner's rights: the service's role writes none of these rows by itself.
CREATE OR REPLACE FUNCTION count_arrival() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM public.move_at_address(a.rail, new.asset, public.address_of_transfer(new), a.change, 0)
    FROM public.arrivals_of_transfer(new) a;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_arrival AFTER INSERT ON transfer FOR EACH ROW WHEN (new.kind = 'posted'
    AND (position('_deposits:' in new.debit_account) > 0 OR position('_deposits:' in new.credit_account) > 0))
  EXECUTE FUNCTION count_arrival();

--> statement-breakpoint
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

--> statement-breakpoint
-- A transfer moves the sums of its two accounts and extends the hash chain of both, in the transaction that inserts it. Both accounts
-- are of the transfer's asset, and the end of a hold has the accounts and the cause of the hold. It runs with the owner's rights, so
-- that the service's role books without the right to write sums and hashes. Every table is named with its schema, because a role could
-- put a temporary table of the same name in front.
CREATE OR REPLACE FUNCTION ledger_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  side public.account;
  payer public.account;
  paying public.account;
  promise public.transfer;
  posted numeric(38,0) := 0;
  pending numeric(38,0) := 0;
  hash bytea;
BEGIN
  -- In one order for everybody, so that two transfers between the same accounts never wait for each other.
  FOR side IN
    SELECT * FROM public.account WHERE id IN (new.debit_account, new.credit_account) ORDER BY id FOR NO KEY UPDATE
  LOOP
    IF side.asset <> new.asset THEN
      RAISE EXCEPTION 'transfer % mixes assets', new.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_one_asset';
    END IF;
    IF side.id = new.debit_account THEN payer := side; ELSE paying := side; END IF;
  END LOOP;

  IF new.kind IN ('post', 'void') THEN
    SELECT * INTO promise FROM public.transfer WHERE id = new.pending_id AND kind = 'pending';
    IF NOT FOUND
      OR (promise.debit_account, promise.credit_account) <> (new.debit_account, new.credit_account)
      OR (promise.code, promise.order_ref, promise.outgoing_id, promise.withdrawal_id, promise.reward_id,
          promise.affiliate_payout_id, promise.deposit_id, promise.payment_id, promise.closing_id, promise.caused_by)
        IS DISTINCT FROM (new.code, new.order_ref, new.outgoing_id, new.withdrawal_id, new.reward_id,
          new.affiliate_payout_id, new.deposit_id, new.payment_id, new.closing_id, new.caused_by)
      OR new.amount > promise.amount
      OR (new.kind = 'void' AND new.amount <> promise.amount)
    THEN
      RAISE EXCEPTION 'transfer % does not fit the promise %', new.id, new.pending_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_fits_promise';
    END IF;
    pending := -promise.amount;
  END IF;
  IF new.kind IN ('posted', 'post') THEN posted := new.amount; END IF;
  IF new.kind = 'pending' THEN pending := new.amount; END IF;

  hash := public.transfer_hash_of(new, payer.entries + 1, paying.entries + 1, payer.last_hash, paying.last_hash);
  INSERT INTO public.transfer_hash
    VALUES (new.id, payer.entries + 1, paying.entries + 1, payer.last_hash, paying.last_hash, hash);
  UPDATE public.account a SET entries = a.entries + 1, last_hash = hash,
      debits_posted = a.debits_posted + CASE WHEN a.id = new.debit_account THEN posted ELSE 0 END,
      debits_pending = a.debits_pending + CASE WHEN a.id = new.debit_account THEN pending ELSE 0 END,
      credits_posted = a.credits_posted + CASE WHEN a.id = new.credit_account THEN posted ELSE 0 END,
      credits_pending = a.credits_pending + CASE WHEN a.id = new.credit_account THEN pending ELSE 0 END
    WHERE a.id IN (new.debit_account, new.credit_account);

  -- A new promise or payment out of a rail needs the cash there; settling an old promise does not ask again,
  -- because a fact may have taken the cash meanwhile and the promise must still find its end.
  IF paying.floor = 'cash' AND NOT new.fact AND new.kind IN ('posted', 'pending')
    AND paying.debits_posted - (paying.credits_posted + posted) - (paying.credits_pending + pending) < 0
  THEN
    RAISE EXCEPTION 'transfer % takes more than lies at %', new.id, paying.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'account_cash';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ledger_move AFTER INSERT ON transfer FOR EACH ROW EXECUTE FUNCTION ledger_move();
