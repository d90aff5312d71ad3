-- The waiting time of a withdrawal or of a payment from a wallet, and its worth for the daily limit, do not change after the request.
CREATE OR REPLACE FUNCTION terms_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % says another time or worth than when it was asked for', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
END $$;

CREATE OR REPLACE TRIGGER withdrawal_terms_stay BEFORE UPDATE OF usable_at, worth_usd, created_at ON withdrawal
  FOR EACH ROW WHEN ((new.usable_at, new.created_at) IS DISTINCT FROM (old.usable_at, old.created_at)
    OR old.worth_usd IS NOT NULL AND new.worth_usd IS DISTINCT FROM old.worth_usd)
  EXECUTE FUNCTION terms_stay();

CREATE OR REPLACE TRIGGER order_wallet_terms_stay BEFORE UPDATE OF wallet_paid_at, wallet_worth_usd, payout_usable_at ON exchange_order
  FOR EACH ROW WHEN (old.wallet_paid_at IS NOT NULL AND (
    (new.wallet_paid_at, new.wallet_worth_usd) IS DISTINCT FROM (old.wallet_paid_at, old.wallet_worth_usd)
    OR old.payout_usable_at IS NOT NULL AND new.payout_usable_at IS DISTINCT FROM old.payout_usable_at))
  EXECUTE FUNCTION terms_stay();
