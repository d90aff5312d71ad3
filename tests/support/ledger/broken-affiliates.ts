/** A partner of `us_1` with a row in each table, for the completed order. */
export const affiliateRows = (completed: string) => `
  insert into partner (id, member_id, joined_at) values ('pa_1', 'us_1', now()), ('pa_2', null, now());
  insert into partner_balance (partner_id, asset) values ('pa_1', 'btc');
  insert into partner_link values ('MAIN', 'pa_1', null, true, now(), null);
  insert into member_partner values ('us_1', 'pa_2', 'OTHER', 'link', now());
  insert into referral values ('rf_1', '${completed}', 'pa_1', 'MAIN', 'link', now(), null, now(), now());
  insert into reward (id, order_ref, level, partner_id, code, pair_id, state, profit, profit_asset, rate, other_costs, base,
      rate_bps, tier, asset, amount, is_booked, completed_at, ready_at)
    values ('rw_1', '${completed}', 1, 'pa_1', 'MAIN', 'btc_paypal-usd', 'waiting', 100, 'btc', '1', 0, 100, 2000, 'starter',
      'btc', 20, false, now(), now());
  insert into partner_day (partner_id, day, code, pair_id, asset) values ('pa_1', '2026-11-21', 'MAIN', '', 'btc');
  insert into affiliate_payout values ('ap_1', 'pa_1', 'btc', 10, 'waiting', 'hash', now(), null, 'above_band', null);`;

/** A constraint that a trigger keeps any change from: it has to hold for new rows. */
const pastFigures = (sql: string) => `alter table reward disable trigger reward_figures_stay; ${sql}`;

/** SQL that would leave a row which the constraint of this name refuses. */
export const brokenAffiliates: readonly [constraint: string, sql: string][] = [
  ["partner_member_id_member_id_fk", "update partner set member_id = 'us_nobody' where id = 'pa_1'"],
  ["partner_parent_id_partner_id_fk", "update partner set parent_id = 'pa_nobody'"],
  ["partner_status_check", "update partner set status = 'asleep'"],
  ["partner_paused", "update partner set status = 'paused'"],
  ["partner_rate", "update partner set rate_bps = 10001"],
  ["partner_own_parent", "update partner set parent_id = id"],
  ["partner_balance_partner_id_partner_id_fk", "update partner_balance set partner_id = 'pa_nobody'"],
  ["partner_balance_amounts", "update partner_balance set debt = -1"],
  ["partner_link_partner_id_partner_id_fk", "update partner_link set partner_id = 'pa_nobody'"],
  ["partner_link_main_stays", "update partner_link set deleted_at = now()"],
  ["member_partner_member_id_member_id_fk", "update member_partner set member_id = 'us_nobody'"],
  ["member_partner_partner_id_partner_id_fk", "update member_partner set partner_id = 'pa_nobody'"],
  ["member_partner_way_check", "update member_partner set way = 'dream'"],
  ["referral_order_ref_exchange_order_ref_fk", "update referral set order_ref = 'NOBODY'"],
  ["referral_partner_id_partner_id_fk", "update referral set partner_id = 'pa_nobody'"],
  ["referral_way_check", "update referral set way = 'dream'"],
  ["referral_reason_check", "update referral set reason = 'mood'"],
  ["reward_order_ref_exchange_order_ref_fk", pastFigures("update reward set order_ref = 'NOBODY'")],
  ["reward_partner_id_partner_id_fk", pastFigures("update reward set partner_id = 'pa_nobody'")],
  ["reward_state_check", "update reward set state = 'lost', settled_at = now(), is_booked = true"],
  ["reward_reason_check", "update reward set state = 'void', settled_at = now(), reason = 'mood'"],
  ["reward_tier_check", pastFigures("update reward set tier = 'king'")],
  ["reward_level", pastFigures("update reward set level = 3")],
  ["reward_amounts", pastFigures("update reward set other_costs = -1")],
  ["reward_computed", pastFigures("update reward set amount = 21")],
  ["reward_settled", "update reward set settled_at = now()"],
  ["reward_reason", "update reward set reason = 'fraud'"],
  ["reward_ready_is_booked", "update reward set state = 'ready', settled_at = now()"],
  ["reward_taken_back", "update reward set taken = 1"],
  ["partner_day_partner_id_partner_id_fk", "update partner_day set partner_id = 'pa_nobody'"],
  ["partner_day_sums", "update partner_day set visits = -1"],
  ["partner_sum_partner_id_partner_id_fk", "update partner_sum set partner_id = 'pa_nobody'"],
  ["partner_sum_grouped_by_check", "update partner_sum set grouped_by = 'mood'"],
  ["partner_sum_span_check", "update partner_sum set span = 'age'"],
  ["promo_partner_id_partner_id_fk", "update promo set kind = 'partner_bind', partner_id = 'pa_nobody'"],
  ["promo_partner", "update promo set kind = 'partner_bind'"],
  ["affiliate_payout_partner_id_partner_id_fk", "update affiliate_payout set partner_id = 'pa_nobody'"],
  ["affiliate_payout_state_check", "update affiliate_payout set state = 'lost', ended_at = now()"],
  ["affiliate_payout_amount", "update affiliate_payout set amount = 0"],
  ["affiliate_payout_ended", "update affiliate_payout set ended_at = now()"],
  ["affiliate_payout_review_check", "update affiliate_payout set review = 'a look'"],
  ["affiliate_payout_reviewed", "update affiliate_payout set review = null"],
  ["affiliate_payout_refusal", "update affiliate_payout set refusal = 'because'"],
];
