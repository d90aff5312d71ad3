-- Transfers, their hashes and the entries of wallets are only added, and an account's sums change by transfers only: everything
-- else that writes these tables is refused, whichever program sends it.
CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger only grows: % of % is refused', tg_op, tg_table_name
    USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_only_grows';
END $$;

CREATE OR REPLACE TRIGGER transfer_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

CREATE OR REPLACE TRIGGER account_stays BEFORE DELETE OR TRUNCATE ON account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

-- A statement from outside has depth 0; `ledger_move` writes the sums at depth 1.
CREATE OR REPLACE TRIGGER account_moves_by_transfer BEFORE UPDATE ON account
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION ledger_refuse();

CREATE OR REPLACE TRIGGER account_opens_empty BEFORE INSERT ON account
  FOR EACH ROW WHEN (
    new.debits_posted <> 0 OR new.credits_posted <> 0 OR new.debits_pending <> 0 OR new.credits_pending <> 0
  ) EXECUTE FUNCTION ledger_refuse();

CREATE OR REPLACE TRIGGER transfer_hash_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer_hash
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

CREATE OR REPLACE TRIGGER transfer_hash_by_transfer BEFORE INSERT ON transfer_hash
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION ledger_refuse();

CREATE OR REPLACE TRIGGER wallet_entry_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

CREATE OR REPLACE TRIGGER wallet_entry_by_transfer BEFORE INSERT ON wallet_entry
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION ledger_refuse();
