-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- The columns that say to whom an order, an address or a deposit belongs, where its money came to, or what a pair exchanges, stay.
CREATE OR REPLACE FUNCTION identity_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % says another owner, asset or address than before', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
END $$;

CREATE OR REPLACE TRIGGER order_identity_stays
  BEFORE UPDATE OF owner_id, pair_id, from_asset, to_asset, payin_rail, payin_address, payin_memo, payin_uri, payin_invoice_url,
    payin_redirect_url, payout_to_wallet ON exchange_order
  FOR EACH ROW WHEN (old.status <> 'draft' AND (
    (new.pair_id, new.from_asset, new.to_asset) IS DISTINCT FROM (old.pair_id, old.from_asset, old.to_asset)
    OR old.payin_rail IS NOT NULL AND new.payin_rail IS DISTINCT FROM old.payin_rail
    OR old.payin_address IS NOT NULL AND (new.payin_address, new.payin_memo) IS DISTINCT FROM (old.payin_address, old.payin_memo)
    -- What a customer scans or follows to pay; it may be taken away.
    OR new.payin_uri <> old.payin_uri OR new.payin_invoice_url <> old.payin_invoice_url
    OR new.payin_redirect_url <> old.payin_redirect_url
    -- A payout that was to leave does not come to a wallet, for which nobody has confirmed an account.
    OR new.payout_to_wallet AND NOT old.payout_to_wallet
    OR old.owner_id IS NOT NULL AND new.owner_id IS NOT NULL AND new.owner_id <> old.owner_id))
  EXECUTE FUNCTION identity_stays();

CREATE OR REPLACE TRIGGER wallet_address_identity_stays BEFORE UPDATE ON wallet_address
  FOR EACH ROW WHEN ((new.id, new.asset, new.rail, new.address, new.memo, new.uri)
      IS DISTINCT FROM (old.id, old.asset, old.rail, old.address, old.memo, old.uri)
    OR new.member_id IS NOT NULL AND new.member_id IS DISTINCT FROM old.member_id)
  EXECUTE FUNCTION identity_stays();

CREATE OR REPLACE TRIGGER deposit_identity_stays BEFORE UPDATE ON deposit
  FOR EACH ROW WHEN ((new.id, new.address_id, new.rail, new.rail_payment_id, new.asset)
      IS DISTINCT FROM (old.id, old.address_id, old.rail, old.rail_payment_id, old.asset))
  EXECUTE FUNCTION identity_stays();

CREATE OR REPLACE TRIGGER pair_identity_stays BEFORE UPDATE OF id, from_asset, to_asset ON pair
  FOR EACH ROW WHEN ((new.id, new.from_asset, new.to_asset) IS DISTINCT FROM (old.id, old.from_asset, old.to_asset))
  EXECUTE FUNCTION identity_stays();

--> statement-breakpoint
-- When money may leave a wallet, and what it counted for against the limit of the day, stay as they were when it was asked for.
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
