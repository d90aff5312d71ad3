ALTER TABLE "transfer" DROP CONSTRAINT "transfer_code_check";--> statement-breakpoint
-- NOT VALID: rows that fit the shorter list fit this one; the next migration validates it without keeping others from writing.
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_code_check" CHECK ("code" in ('funding', 'profit_taken', 'rebalance', 'payin', 'conversion', 'payout_hold', 'payout', 'payout_returned', 'refund', 'refund_fee', 'rail_fee', 'network_fee', 'deposit', 'withdrawal', 'withdrawal_fee', 'affiliate', 'dispute', 'shortfall', 'adjustment', 'debt', 'promo', 'given_up')) NOT VALID;
