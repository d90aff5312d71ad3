import type { Tampering } from "./tampering.ts";

/** Promo codes and the audit log. */
export const ofOperators: readonly Tampering[] = [
  {
    name: "more uses of a promo code",
    check: "promo_counts_are_right",
    sql: () => "update promo set uses_left = 50 where code = 'AUTUMN'",
    says: () => /AUTUMN has 50 uses left, but it was added with 5 and 2 are counted/,
  },
  {
    name: "a use of a promo code that is gone, counted back",
    check: "promo_uses_are_those_of_orders",
    sql: ({ completed }) => `delete from promo_use where order_ref = '${completed}';
      update promo set uses_left = uses_left + 1 where code = 'AUTUMN'`,
    says: ({ completed }) =>
      new RegExp(`order ${completed} \\(completed\\) has the promo code AUTUMN, but the use of none`),
  },
  {
    name: "a deleted audit entry of a movement",
    check: "our_own_money_is_audited",
    sql: () => "delete from audit where action = 'profit_taken'",
    says: () => /\(profit_taken, 1000000000000000000 eth\) has no entry in the audit log/,
  },
  {
    name: "another amount in an audit entry",
    check: "our_own_money_is_audited",
    sql: () =>
      `update audit set details = jsonb_set(details, '{amount}', '"0.4"') where action = 'funding' and actor = 'anna'`,
    says: () => /of anna says funding 0.4, but .* booked funding 50000000 btc/,
  },
  {
    name: "a deleted audit entry of a decision",
    check: "operators_decisions_are_audited",
    sql: ({ refunded }) => `delete from audit where subject = '${refunded}'`,
    says: ({ refunded }) => new RegExp(`anna did operator_refund on order ${refunded}, but the audit log has no entry`),
  },
  {
    name: "another name in an audit entry",
    check: "operators_decisions_are_audited",
    sql: ({ refunded }) => `update audit set actor = 'boris' where subject = '${refunded}'`,
    says: ({ refunded }) => new RegExp(`on order ${refunded} was done by anna, but .* says boris`),
  },
  {
    name: "an audit entry of what was never booked",
    check: "audited_transfers_are_booked",
    sql: () =>
      `insert into audit values ('made-up', 'boris', 'funding', 'btc', 'no reason', '{"transfer": "nothing"}', now())`,
    says: () => /made-up says that boris booked funding nothing, but it is not there/,
  },
  {
    name: "another reference rate",
    check: "rates_are_those_set",
    sql: () => "update reference_rate set rate = '9.991' where pair_id = 'usdt-trc20_paypal-usd'",
    says: () => /rate of usdt-trc20_paypal-usd is 9.991, but anna set it to 0.9991/,
  },
  {
    name: "a reference rate that nobody set",
    check: "rates_are_those_set",
    sql: () => "delete from audit where action = 'rate_set'",
    says: () => /usdt-trc20_paypal-usd is 0.9991, but the audit log has no entry of it/,
  },
  {
    name: "another reference rate of a pair that no operator has changed",
    check: "rates_are_those_set",
    sql: () => "update reference_rate set rate = '99999' where pair_id = 'btc_paypal-usd'",
    says: () => /rate of btc_paypal-usd is 99999, but demo market set it to/,
  },
  {
    name: "other limits of a pair that no operator has changed",
    check: "pairs_are_those_set",
    sql: () => "update pair set max_from = 100000000000 where id = 'btc_paypal-usd'",
    says: () => /maxFrom of the pair btc_paypal-usd is 100000000000, but demo market set it to/,
  },
  {
    name: "a pair that nobody has added",
    check: "pairs_are_those_set",
    sql: () =>
      `insert into pair select (jsonb_populate_record(p, '{"id": "btc_eth", "slug": "btc-to-eth"}')).* from pair p where id = 'btc_paypal-usd'`,
    says: () => /marginBps of the pair btc_eth is \d+, but the audit log has no entry/,
  },
  {
    name: "a promo code that nobody has added",
    check: "promo_codes_have_been_added",
    sql: () =>
      `insert into promo (code, kind, value, pairs, created_at) values ('MINE', 'rate_bonus_bps', '900', '[]', now())`,
    says: () => /MINE \(rate_bonus_bps 900\) is there, but the audit log has no entry/,
  },
  {
    name: "another margin of a pair",
    check: "pairs_are_those_set",
    sql: () => "update pair set margin_bps = 0 where id = 'usdt-trc20_paypal-usd'",
    says: () => /marginBps of the pair usdt-trc20_paypal-usd is 0, but anna set it to 341/,
  },
  {
    name: "a promo code worth more",
    check: "promo_codes_are_those_added",
    sql: () => "update promo set value = '900' where code = 'AUTUMN'",
    says: () => /value of the promo code AUTUMN is "900", but anna added it with "10"/,
  },
  {
    name: "a promo code that lasts longer",
    check: "promo_codes_are_those_added",
    sql: () => "update promo set expires_at = '2040-01-01T00:00:00Z' where code = 'SUMMER'",
    says: () => /expiresAt of the promo code SUMMER is "2040-01-01T00:00:00.000Z", but anna added it with "2030-/,
  },
  {
    name: "a stopped promo code that is in use again",
    check: "stopped_promo_codes_are_stopped",
    sql: () => "update promo set stopped_at = null where code = 'SUMMER'",
    says: () => /SUMMER is in use, but anna stopped it/,
  },
  {
    name: "a partner's share that nobody agreed",
    check: "shares_of_partners_are_those_agreed",
    sql: () => "insert into partner (id, member_id, joined_at, rate_bps) values ('pa_9', null, now(), 3000)",
    says: () => /share of the partner pa_9 is 3000 basis points, but the audit log has no entry/,
  },
];
