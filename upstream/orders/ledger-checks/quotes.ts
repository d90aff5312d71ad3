import type { LedgerCheck } from "../../ledger/rules/ledger-check.ts";
import { currencyAssets } from "../../market/rules/currency-assets.ts";

/** What the price formula of an order `o` takes from its promo code and its tier: `market/rules/promo.ts`, `loyalty.ts`, `stacking.ts`. */
const discounted = `discounted as (
    select o.*, g.decimals, p.code as code_of_promo, p.kind as added_kind, p.value as added_value, p.pairs, t.kind, t.value,
        case when t.kind = 'rate_bonus_bps' then trunc(t.value::numeric) else 0 end as right_bps,
        case when t.kind = 'fixed_bonus' then trunc(t.value::numeric * ('1e' || g.decimals)::numeric) else 0 end as right_fixed,
        case when t.kind = 'fee_discount_percent' then floor(s.plain * (10000 - least(trunc(t.value::numeric * 100), 10000)) / 10000)
          else s.with_tier end as right_service_bps,
        case when t.kind = 'free_payout_fee' then 0 else coalesce((o.promo_terms->>'payoutFee')::numeric, o.payout_fee) end as right_payout_fee
      from exchange_order o join asset g on g.id = o.to_asset left join promo p on p.code = o.promo_code
        cross join lateral (select o.promo_terms->>'kind' as kind, o.promo_terms->>'value' as value) t
        cross join lateral (select coalesce((o.loyalty_terms->>'serviceBps')::int, (o.promo_terms->>'serviceBps')::int, o.service_bps) as plain,
          coalesce(floor((o.loyalty_terms->>'serviceBps')::int * (100 - (o.loyalty_terms->>'discountPercent')::numeric) / 100),
            (o.promo_terms->>'serviceBps')::int, o.service_bps) as with_tier) s
      where o.promo_code is not null or o.bonus_bps <> 0 or o.fixed_bonus <> 0 or jsonb_typeof(o.promo_terms) = 'object'
        or jsonb_typeof(o.loyalty_terms) = 'object'
  )`;

const isOtherCode = `((promo_code is null) <> (kind is null) or case when code_of_promo is null then kind <> 'partner_bind'
    else (kind, value) <> (added_kind, added_value) end)`;
const isOfOtherPair = "coalesce(pairs <> '[]' and not pairs ? pair_id, false)";

/** A rate further than this from those recorded was not a rate of its hour: it moves within an hour, and not by so much. */
const [least, most] = ["0.8", "1.25"];
const hourOf = (column: string) => `date_bin('1 hour', ${column}, timestamptz '2000-01-01 00:00:00+00')`;
/**
 * Rows `quoted` (subject, status, pair_id, asset, rate, since, until) whose rate is far from the one recorded for the hour of their
 * order, from all those recorded while it was quoted, and from what operators had set then. Only hours that have a rate are compared.
 */
const farFromRecorded = (quoted: string) => `with off as (
    select q.* from (${quoted}) q join rate_history h on h.pair_id = q.pair_id and h.hour = ${hourOf("q.since")}
      where q.rate not between h.reference_rate::numeric * ${least} and h.reference_rate::numeric * ${most}
  ), ended as (
    select q.*, greatest(q.until, (select max(e.at) from order_event e where e.order_ref = q.subject and e.event = 'accept_requote')) as ends
      from off q
  )
  select e.subject, e.status, e.pair_id, e.asset, e.rate, b.lowest, b.highest
    from ended e cross join lateral (
      select min(r.rate) as lowest, max(r.rate) as highest from (
        select n.reference_rate::numeric as rate from rate_history n
          where n.pair_id = e.pair_id and n.hour between e.since - interval '2 hours' and e.ends + interval '1 hour'
        union all select (a.details->>'after')::numeric from audit a
          where a.action = 'rate_set' and a.subject = e.pair_id and a.at <= e.ends
            and coalesce((a.details->>'until')::timestamptz, 'infinity') >= e.since
            and not exists (select 1 from audit n where n.action = 'rate_set' and n.subject = a.subject and n.at > a.at and n.at <= e.since)
      ) r
    ) b
    where e.rate not between b.lowest * ${least} and b.highest * ${most}`;
const quotedWhile = "o.created_at as since, greatest(o.created_at, o.accepted_at, o.quote_expires_at) as until";

/** What the price of an order is made of, compared with promo codes, tiers and the rates recorded at that time. */
export const quoteChecks: readonly LedgerCheck[] = [
  {
    name: "discounts_are_those_of_code_and_tier",
    // A partner's own code has no row and changes no price. What a code was added with is compared with the audit log elsewhere.
    query: `with ${discounted}
      select ref as subject, status, bonus_bps, fixed_bonus, service_bps, payout_fee, promo_code, kind, value, added_kind, added_value,
          right_bps, right_fixed, right_service_bps, right_payout_fee,
          pair_id, ${isOtherCode} as is_other_code, ${isOfOtherPair} as is_of_other_pair
        from discounted
        where (bonus_bps, fixed_bonus, service_bps, payout_fee)
            is distinct from (right_bps, right_fixed, right_service_bps, right_payout_fee)
          or ${isOtherCode} or ${isOfOtherPair}`,
    sentence(row) {
      if (row.is_of_other_pair)
        return `The order ${row.subject} (${row.status}) has the promo code ${row.promo_code}, which is not for ${row.pair_id}.`;
      if (row.is_other_code) {
        return (
          `The order ${row.subject} (${row.status}) has the promo code ${row.promo_code ?? "none"} as ${row.kind ?? "no kind"} ` +
          `${row.value ?? ""}, but it was added as ${row.added_kind ?? "none"} ${row.added_value ?? ""}.`
        );
      }
      const code = row.promo_code === null ? "no promo code" : `the promo code ${row.promo_code}`;
      return (
        `The order ${row.subject} (${row.status}) has a bonus of ${row.bonus_bps} basis points and ${row.fixed_bonus}, a fee of ` +
        `${row.service_bps} basis points and ${row.payout_fee} for the payout; with ${code} and its tier that is ${row.right_bps} and ` +
        `${row.right_fixed}, ${row.right_service_bps} basis points and ${row.right_payout_fee}.`
      );
    },
  },
  {
    name: "quotes_are_at_the_rate_of_their_hour",
    query:
      farFromRecorded(`select o.ref as subject, o.status, o.pair_id, o.from_asset as asset, o.reference_rate::numeric as rate, ${quotedWhile}
      from exchange_order o`),
    sentence: (row) =>
      `The order ${row.subject} (${row.status}) has a reference of ${row.rate} for ${row.pair_id}, but the rates of that time went ` +
      `from ${row.lowest} to ${row.highest}.`,
  },
  {
    name: "worth_of_orders_is_at_the_rate_of_their_hour",
    query: `select * from (${farFromRecorded(`select o.ref as subject, o.status, p.id as pair_id, o.from_asset as asset, o.usd_rate::numeric as rate, ${quotedWhile}
        from exchange_order o join pair p on p.from_asset = o.from_asset and p.to_asset = '${currencyAssets.usd}'
        where o.usd_rate is not null`)}) as worth
      union all select o.ref, o.status, null, o.from_asset, o.usd_rate::numeric, 1, 1 from exchange_order o
        where o.from_asset = '${currencyAssets.usd}' and o.usd_rate <> '1'`,
    sentence: (row) =>
      `The order ${row.subject} (${row.status}) counts ${row.asset} at ${row.rate} US dollars, but the rates of that time went from ` +
      `${row.lowest} to ${row.highest}.`,
  },
];
