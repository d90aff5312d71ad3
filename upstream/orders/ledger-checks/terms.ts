import type { LedgerCheck } from "../../ledger/rules/ledger-check.ts";
import { defaultPolicy } from "../rules/policy.ts";
import { mostPayoutExpression } from "./cost-limit.ts";

/** The price formula of `market/rules/pricing.ts`, over an order `o` with its assets `f` and `g`. */
const gross = "floor(o.from_amount * o.rate::numeric * ('1e' || (g.decimals - f.decimals))::numeric)";
/**
 * What costs let a price pay out at most, and what of its bonus and for its fee that takes; `market/rules/costs.ts`. `offset 0` keeps
 * PostgreSQL from inlining a step into the next ones, which would compute the same formula many times for each order.
 */
const priced = `priced as (
    select o.*, l.right_amount - l.excess as right_amount, p.fee + l.excess - least(l.excess, p.bonus) as right_fee,
        p.bonus - least(l.excess, p.bonus) as right_bonus
      from exchange_order o join asset f on f.id = o.from_asset join asset g on g.id = o.to_asset
        cross join lateral (select ${gross} as gross offset 0) m
        cross join lateral (select gross, ceil(gross * o.service_bps / 10000) as fee,
          floor(gross * o.bonus_bps / 10000) + o.fixed_bonus as bonus offset 0) p
        cross join lateral (select greatest(p.gross - p.fee - o.payout_fee + p.bonus, 0) as plain offset 0) a
        cross join lateral (
          select a.plain as right_amount, greatest(a.plain - coalesce(${mostPayoutExpression}, a.plain), 0) as excess offset 0) l
  )`;
/** What operators have set each pair's terms to, or found there, since the audit log has them. */
const everSet = `ever_set as (
    select a.subject as pair_id, min(a.at) as since, array_agg(distinct v.value) filter (where v.key = 'serviceBps') as service_bps,
        min(v.value::numeric) filter (where v.key = 'payoutFee') as least_payout_fee,
        min(v.value::numeric) filter (where v.key = 'marginBps') as least_margin
      from audit a cross join lateral (values (a.details->'after'), (a.details->'before')) side (terms)
        cross join lateral (values ('serviceBps', side.terms->>'serviceBps'), ('payoutFee', side.terms->>'payoutFee'),
          ('marginBps', side.terms->>'marginBps'), ('marginBps', (select min(m[1]::numeric)::text
            from regexp_matches(side.terms->>'marginTiers', ':(\\d+)', 'g') m))) v (key, value)
      where a.action = 'pair_changed' and jsonb_typeof(side.terms) = 'object' and v.value is not null group by 1
  )`;

/** Amounts and dates that follow from an order's own terms and from the policy. */
export const termsChecks: readonly LedgerCheck[] = [
  {
    name: "amounts_follow_from_the_terms",
    query: `with ${priced}
      select ref as subject, status, from_amount, from_asset, rate, to_amount, to_asset, service_fee, bonus, right_fee,
          right_bonus, right_amount
        from priced where (to_amount, service_fee, bonus) is distinct from (right_amount, right_fee, right_bonus)`,
    sentence: (row) =>
      `The order ${row.subject} (${row.status}) exchanges ${row.from_amount} ${row.from_asset} at ${row.rate} for ${row.to_amount} ` +
      `${row.to_asset} with a fee of ${row.service_fee} and a bonus of ${row.bonus}; by its terms that is ${row.right_amount}, ` +
      `${row.right_fee} and ${row.right_bonus}.`,
  },
  {
    name: "costs_of_orders_are_at_their_reference_rate",
    query: `select o.ref as subject, o.status, o.reference_rate, o.cost_terms->>'reference' as reference from exchange_order o
      where jsonb_typeof(o.cost_terms) = 'object' and o.cost_terms->>'reference' <> o.reference_rate`,
    sentence: (row) =>
      `The order ${row.subject} (${row.status}) has costs at a rate of ${row.reference}, but its reference is ${row.reference_rate}.`,
  },
  {
    name: "terms_of_orders_are_those_of_their_pair",
    // A discount or a promo code keeps the fee without it. The payout fee follows the network's cost upwards; a payout into a
    // wallet has none.
    query: `with ${everSet}
      select o.ref as subject, o.status, o.pair_id, o.service_bps, o.payout_fee, o.rate, o.reference_rate
      from exchange_order o join ever_set e on e.pair_id = o.pair_id and o.created_at > e.since
      where (coalesce(o.loyalty_terms->>'serviceBps', o.promo_terms->>'serviceBps', o.service_bps::text) <> all (e.service_bps)
          or not o.payout_to_wallet and coalesce((o.promo_terms->>'payoutFee')::numeric, o.payout_fee) < e.least_payout_fee
          or o.rate::numeric > o.reference_rate::numeric * (10000 - e.least_margin) / 10000)`,
    sentence: (row) =>
      `The order ${row.subject} (${row.status}) has a fee of ${row.service_bps} basis points, ${row.payout_fee} for the payout ` +
      `and the rate ${row.rate} at a reference of ${row.reference_rate}: terms that no operator set for ${row.pair_id}.`,
  },
  {
    name: "orders_exchange_the_assets_of_their_pair",
    query: `select o.ref as subject, o.status, o.pair_id, o.from_asset, o.to_asset, p.from_asset as right_from, p.to_asset as right_to
      from exchange_order o left join pair p on p.id = o.pair_id
      where (o.from_asset, o.to_asset) is distinct from (p.from_asset, p.to_asset)`,
    sentence: (row) =>
      `The order ${row.subject} (${row.status}) exchanges ${row.from_asset} to ${row.to_asset}, but its pair ${row.pair_id} is ` +
      `${row.right_from === null ? "not there" : `${row.right_from} to ${row.right_to}`}.`,
  },
  {
    name: "turnover_is_what_was_exchanged",
    query: `select o.ref as subject, o.turnover_cents, floor(o.from_amount * o.usd_rate::numeric * 100 / ('1e' || f.decimals)::numeric) as right_cents
      from exchange_order o join asset f on f.id = o.from_asset
      where o.status = 'completed' and o.completed_at is not null
        and o.turnover_cents is distinct from floor(o.from_amount * o.usd_rate::numeric * 100 / ('1e' || f.decimals)::numeric)`,
    sentence: (row) =>
      `The order ${row.subject} counts for ${row.turnover_cents ?? "no"} US cents of turnover; by its rate it is ${row.right_cents ?? "none"}.`,
  },
  {
    name: "orders_are_completed_when_their_timeline_says",
    query: `select o.ref as subject, o.completed_at::text as completed, e.at::text as said
      from exchange_order o left join lateral (
        select min(e.at) as at from order_event e where e.order_ref = o.ref and e.to_status = 'completed') e on true
      where o.completed_at is not null and o.completed_at is distinct from e.at`,
    sentence: (row) =>
      `The order ${row.subject} says that it was completed at ${row.completed}, but its timeline says ${row.said ?? "never"}.`,
  },
  {
    name: "money_settles_when_the_policy_says",
    query: `with booked as (
        select s.*, t.at as booked_at, split_part(t.credit_account, ':', 2) as credited, o.settle_seconds, exists (
            select 1 from payment p join asset a on a.id = p.asset
              where p.order_ref = s.order_ref and a.kind = 'ewallet' and p.final_at <= t.at) as is_reversible
          from wallet_settling s join transfer t on t.id in (s.transfer_id, s.transfer_id || ':shortfall')
            left join exchange_order o on o.ref = s.order_ref
      )
      select transfer_id as subject, amount, asset, settles_at::text as settles, booked_at::text as at, member_id, credited from booked
        where settles_at <> booked_at + case when is_reversible
              then interval '1 s' * coalesce(settle_seconds, ${defaultPolicy.settleSeconds}) else interval '0' end
          or is_reversible and settle_seconds < ${defaultPolicy.settleSeconds}
          or member_id <> credited`,
    sentence: (row) =>
      `${row.amount} ${row.asset} of the transfer ${row.subject}, booked at ${row.at} for ${row.credited}, settles at ` +
      `${row.settles} for ${row.member_id}, which the policy does not say.`,
  },
];
