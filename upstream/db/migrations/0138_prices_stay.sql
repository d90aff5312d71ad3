-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- The waiting time of a withdrawal or of a payment from a wallet, and its worth for the daily limit, do not change after the request;
-- nor the terms of an order's price once it was executed, but to those it was offered; nor what a reward was computed from.
CREATE OR REPLACE FUNCTION terms_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % says other terms than when it was made', TG_TABLE_NAME
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

CREATE OR REPLACE TRIGGER order_quote_stays BEFORE UPDATE OF rate, reference_rate, service_bps, bonus_bps, fixed_bonus, payout_fee,
    promo_code, promo_terms, loyalty_terms, cost_terms, usd_rate ON exchange_order
  FOR EACH ROW WHEN (old.status <> 'draft' AND ((new.usd_rate, new.loyalty_terms) IS DISTINCT FROM (old.usd_rate, old.loyalty_terms)
    -- Another rate is that of an offer which was made while the order was on hold.
    OR (new.rate, new.reference_rate, new.cost_terms) IS DISTINCT FROM (old.rate, old.reference_rate, old.cost_terms)
      AND (new.rate IS DISTINCT FROM old.hold_offer->>'rate'
        OR new.reference_rate <> old.hold_offer->'reference'->>'rate'
        OR nullif(new.cost_terms, 'null') IS DISTINCT FROM nullif(old.hold_offer->'costTerms', 'null'))
    -- A promo code is only lost, with all that it gave.
    OR (new.promo_code, new.promo_terms, new.service_bps, new.bonus_bps, new.fixed_bonus, new.payout_fee)
        IS DISTINCT FROM (old.promo_code, old.promo_terms, old.service_bps, old.bonus_bps, old.fixed_bonus, old.payout_fee)
      AND (old.promo_code IS NULL OR new.promo_code IS NOT NULL OR jsonb_typeof(new.promo_terms) = 'object'
        OR (new.service_bps::text, new.payout_fee::text, new.bonus_bps, new.fixed_bonus)
          IS DISTINCT FROM (old.promo_terms->>'serviceBps', old.promo_terms->>'payoutFee', 0, 0))))
  EXECUTE FUNCTION terms_stay();

CREATE OR REPLACE TRIGGER reward_figures_stay BEFORE UPDATE OF order_ref, level, partner_id, pair_id, profit, profit_asset, rate,
    other_costs, base, rate_bps, tier, asset, amount, completed_at, ready_at ON reward
  FOR EACH ROW WHEN ((new.order_ref, new.level, new.partner_id, new.pair_id, new.profit, new.profit_asset, new.rate, new.other_costs,
      new.base, new.rate_bps, new.tier, new.asset, new.amount, new.completed_at, new.ready_at)
    IS DISTINCT FROM (old.order_ref, old.level, old.partner_id, old.pair_id, old.profit, old.profit_asset, old.rate, old.other_costs,
      old.base, old.rate_bps, old.tier, old.asset, old.amount, old.completed_at, old.ready_at))
  EXECUTE FUNCTION terms_stay();
