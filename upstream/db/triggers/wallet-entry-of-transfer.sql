-- One posted movement of a wallet, with the account's balance after it, what has come into the wallet until then, and the number of the
-- entry: a month is told by two entries, without adding up. The sums are moved by `ledger_move`, which fires first. The account's row
-- is locked since then, so entries of a wallet follow each other, and their time never goes back. The functions run with the owner's
-- rights and name every table with its schema, as `ledger_move` does.
CREATE OR REPLACE FUNCTION wallet_enter(moved public.transfer, wallet_account text, signed numeric) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  is_credit boolean := signed > 0;
  last_at timestamptz;
  last_number integer;
BEGIN
  SELECT e.at, e.number INTO last_at, last_number FROM public.wallet_entry e
    WHERE e.account_id = wallet_account ORDER BY e.at DESC, e.seq DESC LIMIT 1;
  INSERT INTO public.wallet_entry
      (id, account_id, member_id, transfer_id, type, amount, balance_after, at, seq, credited, number)
    SELECT 'tx_' || left(encode(sha256(convert_to(wallet_account || ' ' || moved.id, 'UTF8')), 'hex'), 24),
      wallet_account, split_part(wallet_account, ':', 2), moved.id,
      CASE
        WHEN moved.code = 'deposit' AND is_credit THEN 'deposit'
        WHEN moved.code = 'withdrawal' AND is_credit THEN 'withdrawal_returned'
        WHEN moved.code IN ('withdrawal', 'withdrawal_fee', 'affiliate', 'refund') THEN moved.code
        WHEN moved.code = 'payin' AND NOT is_credit THEN 'order_payin'
        WHEN moved.code = 'payout' AND is_credit THEN 'order_payout'
        WHEN moved.code = 'debt' THEN 'debt_repayment'
        WHEN moved.code = 'promo' AND is_credit THEN 'promo'
        WHEN moved.code IN ('deposit', 'payout', 'dispute', 'promo') THEN 'chargeback'
        ELSE 'adjustment'
      END,
      signed, a.credits_posted - a.debits_posted, greatest(moved.at, last_at), moved.seq, a.credits_posted,
      coalesce(last_number, 0) + 1
    FROM public.account a WHERE a.id = wallet_account;
END $$;

CREATE OR REPLACE FUNCTION wallet_entry_of_transfer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF new.debit_account LIKE 'member:%' THEN PERFORM public.wallet_enter(new, new.debit_account, -new.amount); END IF;
  IF new.credit_account LIKE 'member:%' THEN PERFORM public.wallet_enter(new, new.credit_account, new.amount); END IF;
  RETURN NULL;
END $$;

-- Triggers fire in the order of their names: this one after `ledger_move`.
CREATE OR REPLACE TRIGGER wallet_entry_of_transfer AFTER INSERT ON transfer FOR EACH ROW
  WHEN (new.kind IN ('posted', 'post') AND (new.debit_account LIKE 'member:%' OR new.credit_account LIKE 'member:%'))
  EXECUTE FUNCTION wallet_entry_of_transfer();
