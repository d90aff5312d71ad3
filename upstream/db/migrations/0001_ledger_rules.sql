-- The ledger's rules, kept by the database itself: whoever writes, however, cannot break them.

-- A transfer moves the sums of its two accounts, in the transaction that inserts it.
CREATE FUNCTION ledger_move() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  promise transfer;
  posted numeric(38,0) := 0;
  pending numeric(38,0) := 0;
  paying account;
BEGIN
  -- In one order for everybody, so that two transfers between the same accounts never wait for each other.
  PERFORM 1 FROM account WHERE id IN (new.debit_account, new.credit_account) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT 1 FROM account WHERE id IN (new.debit_account, new.credit_account) AND asset <> new.asset
  ) THEN
    RAISE EXCEPTION 'transfer % mixes assets', new.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_one_asset';
  END IF;

  IF new.kind IN ('post', 'void') THEN
    SELECT * INTO promise FROM transfer WHERE id = new.pending_id AND kind = 'pending';
    IF NOT FOUND
      OR (promise.debit_account, promise.credit_account) <> (new.debit_account, new.credit_account)
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

  UPDATE account SET debits_posted = debits_posted + posted, debits_pending = debits_pending + pending
    WHERE id = new.debit_account;
  UPDATE account SET credits_posted = credits_posted + posted, credits_pending = credits_pending + pending
    WHERE id = new.credit_account RETURNING * INTO paying;

  -- A new promise or payment out of a rail needs the cash there; settling an old promise does not ask again,
  -- because a fact may have taken the cash meanwhile and the promise must still find its end.
  IF paying.floor = 'cash' AND NOT new.fact AND new.kind IN ('posted', 'pending')
    AND paying.debits_posted - paying.credits_posted - paying.credits_pending < 0
  THEN
    RAISE EXCEPTION 'transfer % takes more than lies at %', new.id, paying.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'account_cash';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_move AFTER INSERT ON transfer FOR EACH ROW EXECUTE FUNCTION ledger_move();
--> statement-breakpoint
CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger only grows: % of % is refused', tg_op, tg_table_name
    USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_only_grows';
END $$;
--> statement-breakpoint
CREATE TRIGGER transfer_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER account_stays BEFORE DELETE OR TRUNCATE ON account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
-- At depth 0 it is a statement of somebody's own; the sums are written at depth 1, from inside ledger_move.
CREATE TRIGGER account_moves_by_transfer BEFORE UPDATE ON account
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER account_opens_empty BEFORE INSERT ON account
  FOR EACH ROW WHEN (
    new.debits_posted <> 0 OR new.credits_posted <> 0 OR new.debits_pending <> 0 OR new.credits_pending <> 0
  ) EXECUTE FUNCTION ledger_refuse();
