-- What came into a wallet until each entry, and the number of the entry: a month is told by two entries, not by adding up.
ALTER TABLE "wallet_entry" ADD COLUMN "credited" numeric(38,0);--> statement-breakpoint
ALTER TABLE "wallet_entry" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "wallet_entry" DISABLE TRIGGER "wallet_entry_only_grows";--> statement-breakpoint
UPDATE "wallet_entry" e SET "credited" = s.credited, "number" = s.number FROM (
  SELECT id, sum(greatest(amount, 0)) OVER w AS credited, row_number() OVER w AS number
    FROM "wallet_entry" WINDOW w AS (PARTITION BY account_id ORDER BY seq)
) s WHERE s.id = e.id;--> statement-breakpoint
ALTER TABLE "wallet_entry" ENABLE TRIGGER "wallet_entry_only_grows";--> statement-breakpoint
ALTER TABLE "wallet_entry" ALTER COLUMN "credited" SET NOT NULL, ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
-- As before, with the two sums. The account's row is locked since `ledger_move`, so entries of a wallet follow each other.
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
