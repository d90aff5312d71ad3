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
