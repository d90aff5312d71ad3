import type { LedgerCheck } from "../ledger/rules/ledger-check.ts";

/**
 * Ids of the entries of a first start and of the upgrade that began to ask for entries. What operators did came after them,
 * whatever the clock of either said.
 */
export const firstEntryPrefix = "aud_first:";
/** The last entries first: more than one where two operators' have the same time. */
const lastFirst = `order by a.id like '${firstEntryPrefix}%', a.at desc`;
/** The entries of an action that are the last for their subject. */
const lastOf = (action: string) => `(
  select * from (select a.*, rank() over (partition by subject ${lastFirst}) as nth from audit a where action = '${action}') r
    where nth = 1)`;
/** A time in an audit entry is ISO text in UTC with milliseconds. */
const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * What prices are made of, compared with what operators set in the audit log: reference rates, terms of pairs, promo codes
 * and agreed shares of partners. What a first start has put in has an entry as well.
 */
export const marketChecks: readonly LedgerCheck[] = [
  {
    name: "rates_are_those_set",
    query: `select r.pair_id as subject, r.rate, max(a.actor) as actor, max(a.details->>'after') as said
      from reference_rate r left join ${lastOf("rate_set")} a on a.subject = r.pair_id
      group by r.pair_id, r.rate having not coalesce(bool_or(a.details->>'after' = r.rate), false)`,
    sentence: (row) =>
      row.said === null
        ? `The reference rate of ${row.subject} is ${row.rate}, but the audit log has no entry of it.`
        : `The reference rate of ${row.subject} is ${row.rate}, but ${row.actor} set it to ${row.said}.`,
  },
  {
    name: "pairs_are_those_set",
    query: `with set_to as (
        select a.subject, s.key, s.value, a.actor, rank() over (partition by a.subject, s.key ${lastFirst}) as nth
          from audit a cross join lateral jsonb_each_text(a.details->'after') s
          where a.action = 'pair_changed' and jsonb_typeof(a.details->'after') = 'object'
      ), terms as (
        -- The last two are none until an operator sets them.
        select p.id, f.key, f.value, f.is_optional from pair p cross join lateral (values
          ('status', p.status, false), ('marginBps', p.margin_bps::text, false), ('serviceBps', p.service_bps::text, false),
          ('payoutFee', p.payout_fee::text, false), ('minFrom', p.min_from::text, false), ('maxFrom', p.max_from::text, false),
          ('marginTiers', p.margin_tiers, true), ('marginHours', p.margin_hours, true)) f(key, value, is_optional)
      )
      select t.id as subject, t.key, coalesce(nullif(t.value, ''), 'none') as value, max(s.actor) as actor,
          coalesce(nullif(max(s.value), ''), 'none') as said
        from terms t left join set_to s on s.subject = t.id and s.key = t.key and s.nth = 1
        group by t.id, t.key, t.value, t.is_optional
        having not coalesce(bool_or(s.value = t.value), t.is_optional and t.value = '')`,
    sentence: (row) =>
      row.actor === null
        ? `${row.key} of the pair ${row.subject} is ${row.value}, but the audit log has no entry of it.`
        : `${row.key} of the pair ${row.subject} is ${row.value}, but ${row.actor} set it to ${row.said}.`,
  },
  {
    name: "price_limits_are_those_set",
    // A limit that is not set is that of PRICE_LIMITS.
    query: `with last_set as ${lastOf("price_limits_set")},
      pairs as (select pair_id as id from price_limit union select subject from last_set),
      terms as (
        select p.id, f.key, f.value from pairs p left join price_limit l on l.pair_id = p.id cross join lateral (values
          ('quorum', l.quorum), ('spreadBps', l.spread_bps), ('ageSeconds', l.age_seconds), ('jumpBps', l.jump_bps)) f(key, value)
      )
      select t.id as subject, t.key, coalesce(t.value::text, 'the usual one') as value, max(a.actor) as actor,
          coalesce(max(a.details->'after'->>t.key), 'the usual one') as said
        from terms t left join last_set a on a.subject = t.id
        group by t.id, t.key, t.value
        having not case when count(a.id) = 0 then t.value is null
          else bool_or((a.details->'after'->>t.key) is not distinct from t.value::text) end`,
    sentence: (row) =>
      row.actor === null
        ? `${row.key} of the price limits of ${row.subject} is ${row.value}, but the audit log has no entry of it.`
        : `${row.key} of the price limits of ${row.subject} is ${row.value}, but ${row.actor} set it to ${row.said}.`,
  },
  {
    name: "assets_are_those_set",
    query: `with set_to as (
        select a.subject, s.key, s.value, a.actor, rank() over (partition by a.subject, s.key ${lastFirst}) as nth
          from audit a cross join lateral jsonb_each_text(a.details->'after') s
          where a.action = 'asset_changed' and jsonb_typeof(a.details->'after') = 'object'
      ), terms as (
        select p.id, f.key, f.value, f.is_optional, f.unset from asset p cross join lateral (values
          ('receiveEnabled', p.receive_enabled::text, false, null), ('sendEnabled', p.send_enabled::text, false, null),
          ('confirmations', p.confirmations::text, false, null), ('toleranceBps', p.tolerance_bps::text, false, null),
          ('refundFee', p.refund_fee::text, false, null), ('minDeposit', p.min_deposit::text, false, null),
          ('withdrawFee', p.withdraw_fee::text, false, null), ('minWithdraw', p.min_withdraw::text, false, null),
          ('heldTarget', p.held_target::text, true, null), ('heldMost', p.held_most::text, true, null),
          ('heldStep', p.held_step::text, true, null), ('heldWidenBps', p.held_widen_bps::text, true, '0'),
          ('costIn', p.cost_in::text, true, '0'), ('costInBps', p.cost_in_bps::text, true, '0'),
          ('costOut', p.cost_out::text, true, '0'), ('costOutBps', p.cost_out_bps::text, true, '0')
        ) f(key, value, is_optional, unset)
      )
      select t.id as subject, t.key, coalesce(t.value, 'unset') as value, max(s.actor) as actor,
          max(coalesce(s.value, 'unset')) as said
        from terms t left join set_to s on s.subject = t.id and s.key = t.key and s.nth = 1
        group by t.id, t.key, t.value, t.is_optional, t.unset
        having not case when count(s.subject) > 0 then bool_or(s.value is not distinct from t.value)
          else t.is_optional and t.value is not distinct from t.unset end`,
    sentence: (row) =>
      row.actor === null
        ? `${row.key} of the asset ${row.subject} is ${row.value}, but the audit log has no entry of it.`
        : `${row.key} of the asset ${row.subject} is ${row.value}, but ${row.actor} set it to ${row.said}.`,
  },
  {
    name: "promo_codes_are_those_added",
    query: `with terms as (
        select p.code, f.key, f.value from promo p cross join lateral (values
          ('kind', to_jsonb(p.kind)), ('value', to_jsonb(p.value)), ('pairs', p.pairs), ('minFrom', to_jsonb(p.min_from)),
          ('usesPerEmail', to_jsonb(p.uses_per_email)), ('newUsersOnly', to_jsonb(p.new_users_only)),
          ('startsAt', to_jsonb(${iso("p.starts_at")})), ('expiresAt', to_jsonb(${iso("p.expires_at")})),
          ('partnerId', to_jsonb(p.partner_id))) f(key, value)
      )
      select t.code as subject, t.key, coalesce(t.value, 'null')::text as value, a.actor, (a.details->t.key)::text as said
        from terms t join audit a on a.action = 'promo_added' and a.subject = t.code
        where a.details ? t.key and a.details->t.key <> coalesce(t.value, 'null')`,
    sentence: (row) =>
      `${row.key} of the promo code ${row.subject} is ${row.value}, but ${row.actor} added it with ${row.said}.`,
  },
  {
    name: "promo_codes_have_been_added",
    query: `select p.code as subject, p.kind, p.value from promo p
      where not exists (select 1 from audit a where a.action = 'promo_added' and a.subject = p.code)`,
    sentence: (row) =>
      `The promo code ${row.subject} (${row.kind} ${row.value}) is there, but the audit log has no entry of who added it.`,
  },
  {
    name: "stopped_promo_codes_are_stopped",
    query: `select a.subject, a.actor from audit a join promo p on p.code = a.subject
      where a.action = 'promo_stopped' and p.stopped_at is null`,
    sentence: (row) => `The promo code ${row.subject} is in use, but ${row.actor} stopped it.`,
  },
  {
    name: "shares_of_partners_are_those_agreed",
    query: `select p.id as subject, coalesce(p.rate_bps::text, 'that of the tier') as rate, max(a.actor) as actor,
        max(coalesce(a.details->'after'->>'rate_bps', 'that of the tier')) as said
      from partner p left join ${lastOf("partners rate")} a on a.subject = p.id
      where a.id is not null or p.rate_bps is not null
      group by p.id, p.rate_bps
      having not coalesce(bool_or((a.details->'after'->>'rate_bps') is not distinct from p.rate_bps::text and a.id is not null), false)`,
    sentence: (row) =>
      row.actor === null
        ? `The share of the partner ${row.subject} is ${row.rate} basis points, but the audit log has no entry of it.`
        : `The share of the partner ${row.subject} is ${row.rate}, but ${row.actor} set ${row.said} (basis points).`,
  },
];
