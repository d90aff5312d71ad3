import { disputeDaysByMethod } from "../../affiliates/rules/affiliate-policy.ts";
import { currencyAssets } from "../../market/rules/currency-assets.ts";
import { defaultPolicy } from "../../orders/rules/policy.ts";
import { mostPayoutExpression } from "./cost-limit.ts";
import type { LedgerCheck } from "./ledger-check.ts";

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
const waits = Object.entries(disputeDaysByMethod).map(([method, days]) => `when '${method}' then ${days}`);
/** Days that a reward waits, by how its order was paid. */
const waitingDays = `case coalesce(o.payin_method, 'paypal_invoice') ${waits.join(" ")} end`;
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

/** Amounts, dates and worths that follow from an order's own terms and from the policy. */
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
  {
    name: "rewards_are_ready_when_the_policy_says",
    query: `select w.id as subject, w.amount, w.base, w.rate_bps, w.ready_at::text as ready, w.completed_at::text as completed
      from reward w join exchange_order o on o.ref = w.order_ref
      where w.ready_at <> w.completed_at + interval '1 day' * ${waitingDays} or w.completed_at is distinct from o.completed_at
        or w.amount <> floor(w.base * w.rate_bps / 10000)`,
    sentence: (row) =>
      `The reward ${row.subject} of ${row.amount} (${row.rate_bps} basis points of ${row.base}) is ready at ${row.ready} for an ` +
      `order completed at ${row.completed}: not what share and policy say.`,
  },
  {
    name: "withdrawals_are_worth_their_amount",
    // The rate of that moment is kept by the hour, and moves within it.
    query: `with valued as (
        select w.id, w.amount, w.asset, w.worth_usd, w.amount * r.rate::numeric * 100 / ('1e' || a.decimals)::numeric as worth
          from withdrawal w join asset a on a.id = w.asset join pair p on p.from_asset = w.asset and p.to_asset = '${currencyAssets.usd}'
          cross join lateral (select coalesce(
            (select h.reference_rate from rate_history h where h.pair_id = p.id and h.hour <= w.created_at order by h.hour desc limit 1),
            (select c.rate from reference_rate c where c.pair_id = p.id)) as rate) r
      )
      select id as subject, amount, asset, worth_usd, round(worth) as worth from valued
        where worth_usd < floor(worth * 0.5) or worth_usd > ceil(worth * 2)`,
    sentence: (row) =>
      `The withdrawal ${row.subject} of ${row.amount} ${row.asset} counts for ${row.worth_usd} US cents against the day's limit; ` +
      `at the rate of that hour it is about ${row.worth}.`,
  },
  {
    name: "deposits_are_of_the_owner_of_their_address",
    // An operator may credit one that waits to another wallet; the audit log then says to whose.
    query: `with owned as (
        select d.*, a.rail as rail_of_address, coalesce(g.asset, a.asset) as asset_of_owner,
            case when g.member is null then a.member_id else (select m.id from member m where m.id = g.member) end as owner
          from deposit d left join wallet_address a on a.id = d.address_id
          left join lateral (select e.details->'after'->>'member' as member, e.details->>'asset' as asset from audit e
            where e.action = 'deposit_assigned' and e.subject = d.id order by e.at desc, e.id desc limit 1) g on true
      )
      select id as subject, amount, asset, member_id, owner, rail, rail_of_address from owned
        where member_id is distinct from owner or wallet_asset is distinct from asset_of_owner or rail is distinct from rail_of_address`,
    sentence: (row) =>
      `The deposit ${row.subject} of ${row.amount} ${row.asset} at ${row.rail} is ${row.member_id ?? "nobody"}'s, but its address is ` +
      `of ${row.owner ?? "nobody"} at ${row.rail_of_address ?? "no rail"}, or of another asset.`,
  },
  {
    name: "entries_of_wallets_say_what_happened",
    query: `select e.id as subject, e.type, t.code, t.id as transfer from wallet_entry e join transfer t on t.id = e.transfer_id
      where e.type <> case
          when t.code = 'deposit' and e.amount > 0 then 'deposit' when t.code = 'withdrawal' and e.amount > 0 then 'withdrawal_returned'
          when t.code in ('withdrawal', 'withdrawal_fee', 'affiliate', 'refund') then t.code
          when t.code = 'payin' and e.amount < 0 then 'order_payin' when t.code = 'payout' and e.amount > 0 then 'order_payout'
          when t.code = 'debt' then 'debt_repayment' when t.code = 'promo' and e.amount > 0 then 'promo'
          when t.code in ('deposit', 'payout', 'dispute', 'promo') then 'chargeback' else 'adjustment' end
        or e.at < t.at`,
    sentence: (row) =>
      `The entry ${row.subject} of a wallet is a ${row.type}, but its transfer ${row.transfer} is a ${row.code}.`,
  },
];
