-- First, since every change of an order begins there: taken in another order than writers do, the locks below would
-- deadlock with them.
LOCK TABLE "exchange_order" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "transfer" DROP CONSTRAINT "transfer_code_check";--> statement-breakpoint
ALTER TABLE "promo" DROP CONSTRAINT "promo_kind_check";--> statement-breakpoint
-- NOT VALID: rows that fit the shorter list fit this one; the next migration validates it without keeping others from writing.
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_code_check" CHECK ("code" in ('funding', 'profit_taken', 'rebalance', 'payin', 'conversion', 'payout_hold', 'payout', 'payout_returned', 'refund', 'refund_fee', 'rail_fee', 'network_fee', 'deposit', 'withdrawal', 'withdrawal_fee', 'affiliate', 'dispute', 'shortfall', 'adjustment', 'debt', 'promo')) NOT VALID;--> statement-breakpoint
ALTER TABLE "promo" ADD CONSTRAINT "promo_kind_check" CHECK ("kind" in ('rate_bonus_bps', 'fee_discount_percent', 'fixed_bonus', 'free_payout_fee', 'cashback_percent'));--> statement-breakpoint
-- Cashback has a type of its own in a wallet's history, and what is taken back of it is a chargeback.
CREATE OR REPLACE FUNCTION wallet_enter(moved public.transfer, wallet_account text, signed numeric) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  is_credit boolean := signed > 0;
BEGIN
  INSERT INTO public.wallet_entry
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
      signed, a.credits_posted - a.debits_posted,
      greatest(moved.at, (
        SELECT e.at FROM public.wallet_entry e WHERE e.account_id = wallet_account ORDER BY e.at DESC, e.seq DESC LIMIT 1
      )),
      moved.seq
    FROM public.account a WHERE a.id = wallet_account;
END $$;
