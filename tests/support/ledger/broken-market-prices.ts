/** Rows in the tables of market prices. */
export const marketPriceRows = `
  insert into price_feed (name, asked_at, answered_at) values ('kraken', now(), now());
  insert into feed_price (feed, base, quote, price, at) values ('kraken', 'BTC', 'USD', '91234.5', now());
  insert into market_price (pair_id, rate, accepted_at, until_at) values ('btc_paypal-usd', '91234.5', now(), now());
  insert into price_limit values ('btc_paypal-usd', 3, null, null, null);
`;

/** SQL that would leave a row which the constraint of this name refuses. */
export const brokenMarketPrices: readonly [constraint: string, sql: string][] = [
  ["price_feed_fault_check", "update price_feed set fault = 'bored', fault_since = now()"],
  ["price_feed_fault", "update price_feed set fault = 'timeout'"],
  ["feed_price_observed", "update feed_price set observed = '91234.5'"],
  ["feed_price_feed_price_feed_name_fk", "update feed_price set feed = 'nobody'"],
  ["market_price_pause_check", "update market_price set pause = 'lunch', paused_at = now()"],
  ["market_price_paused", "update market_price set pause = 'stale'"],
  ["market_price_accepted", "update market_price set accepted_at = null"],
  ["market_price_open", "update market_price set rate = null, accepted_at = null, until_at = null"],
  ["market_price_jump", "update market_price set jump_rate = '1', jump_since = now()"],
  ["market_price_pair_id_pair_id_fk", "update market_price set pair_id = 'nothing'"],
  ["asset_held", "update asset set held_target = 5, held_most = 5 where id = 'btc'"],
  ["asset_held_widen", "update asset set held_widen_bps = 20 where id = 'btc'"],
  ["asset_held_widen", "update asset set held_widen_bps = 2001, held_step = 1, held_target = 1 where id = 'btc'"],
  ["asset_held_widen", "update asset set held_widen_bps = 20, held_step = 0, held_target = 1 where id = 'btc'"],
  ["asset_held_widen", "update asset set held_widen_bps = 20, held_step = 1, held_target = null where id = 'btc'"],
  ["asset_costs", "update asset set cost_in_bps = 5000 where id = 'btc'"],
  ["price_limit_amounts", "update price_limit set quorum = 0"],
  ["price_limit_pair_id_pair_id_fk", "update price_limit set pair_id = 'nothing'"],
];
