import type { LedgerCheck } from "../ledger/rules/ledger-check.ts";
import { disputeDaysByMethod } from "./rules/affiliate-policy.ts";

const waits = Object.entries(disputeDaysByMethod).map(([method, days]) => `when '${method}' then ${days}`);
/** Days that a reward waits, by how its order was paid. */
const waitingDays = `case coalesce(o.payin_method, 'paypal_invoice') ${waits.join(" ")} end`;
/** How the hold of a reward `w` must have ended; null: still open. */
const ended = `case w.state when 'waiting' then null when 'void' then 'void' else 'post' end`;

const isOurs = (account: string) => `(starts_with(${account}, 'reserve:') or starts_with(${account}, 'shortfall:'))`;

/** Partners' rewards, payouts and balances, compared with the transfers. */
export const affiliateChecks: readonly LedgerCheck[] = [
  {
    name: "rewards_are_booked_as_they_stand",
    query: `select w.id as subject, w.state, w.amount, w.asset, coalesce(h.amount, 0) as held, coalesce(e.kind, 'open') as ended,
        w.taken, coalesce(b.amount, 0) as taken_back
      from reward w
      left join transfer h on h.id = 'affiliate:' || w.id and h.kind = 'pending'
      left join transfer e on e.pending_id = h.id
      left join transfer b on b.id = 'affiliate:' || w.id || ':back'
      where coalesce(h.amount, 0) <> case when w.is_booked then w.amount else 0 end
        or (w.is_booked and e.kind is distinct from ${ended}) or (e.kind = 'post' and e.amount <> w.amount)
        or coalesce(b.amount, 0) <> w.taken
        or h.credit_account <> 'affiliate:' || w.partner_id || ':' || w.asset
        or h.debit_account <> 'reserve:' || w.asset`,
    sentence: (row) =>
      `The reward ${row.subject} of ${row.amount} ${row.asset} is ${row.state}, but its hold is ${row.held} (${row.ended}); it ` +
      `says that ${row.taken} was taken back, and ${row.taken_back} is booked so.`,
  },
  {
    name: "rewards_are_computed_from_their_figures",
    query: `select w.id as subject, w.profit, w.profit_asset, w.rate, w.other_costs, w.base, w.asset
      from reward w join asset p on p.id = w.profit_asset join asset a on a.id = w.asset
      where w.base <> trunc(w.profit * w.rate::numeric * ('1e' || (a.decimals - p.decimals))::numeric) - w.other_costs`,
    sentence: (row) =>
      `The reward ${row.subject} says that ${row.profit} ${row.profit_asset} at ${row.rate} less ${row.other_costs} is ` +
      `${row.base} ${row.asset}, which it is not.`,
  },
  {
    name: "rewards_belong_to_the_partner_of_their_order",
    query: `select w.id as subject, w.order_ref, w.partner_id, coalesce(r.partner_id, 'nobody') as of
      from reward w
      left join referral r on r.order_ref = w.order_ref and r.reason is null
      left join partner p on p.id = r.partner_id
      where w.state in ('waiting', 'ready')
        and w.partner_id is distinct from case w.level when 1 then r.partner_id else p.parent_id end`,
    sentence: (row) =>
      `The reward ${row.subject} for the order ${row.order_ref} is ${row.partner_id}'s, but the order counts for ${row.of}.`,
  },
  {
    name: "transfers_of_partners_have_their_row",
    query: `select t.id as subject, t.amount, t.asset from transfer t
      where (t.debit_account like 'affiliate:%' or t.credit_account like 'affiliate:%'
          or (t.code = 'affiliate' and t.debit_account like 'reserve:%'))
        and not exists (select 1 from reward w where w.id = t.reward_id and w.asset = t.asset)
        and not exists (select 1 from affiliate_payout o where o.id = t.affiliate_payout_id and o.asset = t.asset)`,
    sentence: (row) =>
      `The transfer ${row.subject} moves ${row.amount} ${row.asset} of a partner, but no reward and no payout says so.`,
  },
  {
    name: "payouts_of_partners_are_booked_as_they_stand",
    query: `select o.id as subject, o.state, o.amount, o.asset, coalesce(p.amount, 0) as booked, coalesce(e.kind, p.kind, 'none') as ended
      from affiliate_payout o
      left join transfer p on p.id = 'affiliate-payout:' || o.id
      left join transfer e on e.pending_id = p.id
      where p.amount is distinct from o.amount or p.debit_account <> 'affiliate:' || o.partner_id || ':' || o.asset
        or case when p.kind = 'pending'
          then e.kind is distinct from case o.state when 'waiting' then null when 'paid' then 'post' else 'void' end
            or (e.kind = 'post' and e.amount <> o.amount)
          else o.state <> 'paid' end`,
    sentence: (row) =>
      `The payout ${row.subject} of ${row.amount} ${row.asset} to a partner is ${row.state}, but ${row.booked} is booked for it ` +
      `(${row.ended}).`,
  },
  {
    name: "partners_balances_are_their_rewards",
    query: `with said as (
        select partner_id, asset, sum(waiting) as waiting, sum(owed) as owed, sum(repaid) as repaid, sum(paid) as paid from (
          select w.partner_id, w.asset, case when w.state = 'waiting' then w.amount else 0 end as waiting, w.owed,
              coalesce(d.amount, 0) as repaid, 0 as paid
            from reward w left join transfer d on d.id = 'affiliate:' || w.id || ':debt'
          union all
          select o.partner_id, o.asset, 0, 0, coalesce(d.amount, 0), case when o.state = 'paid' then o.amount else 0 end
            from affiliate_payout o left join transfer d on d.id = 'affiliate-payout:' || o.id || ':debt'
        ) as rows group by partner_id, asset)
      select b.partner_id as subject, b.asset, b.waiting, b.debt, b.paid_out, coalesce(s.waiting, 0) as all_waiting,
          coalesce(s.owed - s.repaid, 0) as all_debt, coalesce(s.paid, 0) as all_paid
        from partner_balance b left join said s using (partner_id, asset)
        where (b.waiting, b.debt, b.paid_out)
          <> (coalesce(s.waiting, 0), coalesce(s.owed - s.repaid, 0), coalesce(s.paid, 0))`,
    sentence: (row) =>
      `The balance of ${row.subject} in ${row.asset} says ${row.waiting} waiting, ${row.debt} owed and ${row.paid_out} paid out; ` +
      `by the rewards and payouts it is ${row.all_waiting}, ${row.all_debt} and ${row.all_paid}.`,
  },
  {
    name: "partners_days_are_their_rewards",
    query: `with said as (
        select partner_id, to_char(completed_at at time zone 'UTC', 'YYYY-MM-DD') as day, code, pair_id, asset,
            sum(case when state = 'waiting' then amount else 0 end) as waiting,
            sum(case when state = 'ready' then amount else 0 end) as ready,
            sum(case when state in ('void', 'taken_back') then amount else 0 end) as lost
          from reward group by 1, 2, 3, 4, 5)
      select d.partner_id as subject, d.day, d.asset, d.waiting, d.ready, d.lost
        from partner_day d left join said s using (partner_id, day, code, pair_id, asset)
        where (d.waiting, d.ready, d.lost) <> (coalesce(s.waiting, 0), coalesce(s.ready, 0), coalesce(s.lost, 0))`,
    sentence: (row) =>
      `The sums of ${row.subject} for ${row.day} say ${row.waiting} waiting, ${row.ready} ready and ${row.lost} lost ` +
      `${row.asset}, which is not what the rewards of that day come to.`,
  },
  {
    name: "partners_sums_are_their_days",
    query: `with said as (
        select d.partner_id, d.asset, g.grouped_by, s.span, s.start, g.key, sum(d.visits) as visits, sum(d.signups) as signups, sum(d.orders) as orders,
            sum(d.counted) as counted, sum(d.turnover_cents) as turnover, sum(d.waiting) as waiting, sum(d.ready) as ready,
            sum(d.lost) as lost
          from partner_day d,
            lateral (values ('all', ''), ('link', d.code), ('pair', d.pair_id)) g (grouped_by, key),
            lateral (values ('day', d.day), ('month', left(d.day, 7))) s (span, start)
          where g.grouped_by <> 'pair' or g.key <> ''
          group by 1, 2, 3, 4, 5, 6)
      select coalesce(p.partner_id, s.partner_id) as subject, coalesce(p.start, s.start) as start,
          coalesce(p.grouped_by, s.grouped_by) as grouped_by, coalesce(p.asset, s.asset) as asset
        from partner_sum p full join said s using (partner_id, asset, grouped_by, span, start, key)
        where (p.visits, p.signups, p.orders, p.counted, p.turnover_cents, p.waiting, p.ready, p.lost)
          is distinct from (s.visits, s.signups, s.orders, s.counted, s.turnover, s.waiting, s.ready, s.lost)`,
    sentence: (row) =>
      `The sums of ${row.subject} for ${row.start} (${row.grouped_by}, ${row.asset}) are not what its days come to.`,
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
    name: "rewards_are_of_the_profit_of_their_order",
    // By the transfers that the order had when it was completed, valued as `affiliates/rules/order-profit.ts` does. What sweeping its
    // payment costs is in no transfer of the order.
    query: `with of_order as (
        select w.*, o.from_asset, o.to_asset, o.reference_rate, g.decimals - f.decimals as shift,
            case when h.at = w.completed_at then h.seq end as last_seq,
            case when f.kind = 'crypto' and jsonb_typeof(o.cost_terms) = 'object'
              then trunc((o.cost_terms->>'payin')::numeric * w.rate::numeric * ('1e' || (a.decimals - g.decimals))::numeric) else 0 end as least_costs
          from reward w join exchange_order o on o.ref = w.order_ref join asset f on f.id = o.from_asset join asset g on g.id = o.to_asset
            join asset a on a.id = w.asset
            left join transfer h on h.id = 'affiliate:' || w.id and h.code = 'affiliate' and h.kind = 'pending'
      )
      select w.id as subject, w.order_ref, w.profit, w.profit_asset, w.to_asset, b.booked, w.other_costs, w.asset, w.least_costs
        from of_order w cross join lateral (
          select coalesce(sum(case when ${isOurs("t.credit_account")} then 1 else -1 end * case when t.asset = w.to_asset then t.amount
              else floor(t.amount * w.reference_rate::numeric * ('1e' || w.shift)::numeric) end), 0) as booked
            from transfer t
            where t.order_ref = w.order_ref and t.kind in ('posted', 'post') and t.asset in (w.from_asset, w.to_asset)
              and t.at <= w.completed_at and (w.last_seq is null or t.seq < w.last_seq)
              and ${isOurs("t.credit_account")} <> ${isOurs("t.debit_account")}) b
        where w.profit_asset <> w.to_asset or w.profit <> b.booked or w.other_costs < w.least_costs
          or w.asset = w.profit_asset and w.rate::numeric <> 1`,
    sentence: (row) =>
      `The reward ${row.subject} is of a profit of ${row.profit} ${row.profit_asset} less ${row.other_costs} ${row.asset}, but the ` +
      `transfers of order ${row.order_ref} came to ${row.booked} ${row.to_asset} when it was completed, less at least ${row.least_costs}.`,
  },
  {
    name: "rewards_are_at_agreed_shares",
    // A share of a tier is a setting, which the database does not have.
    query: `select w.id as subject, w.partner_id, w.rate_bps, coalesce(a.details->'after'->>'rate_bps', 'that of the tier') as said
      from reward w left join lateral (
        select e.details from audit e where e.action = 'partners rate' and e.subject = w.partner_id and e.at <= w.completed_at
          order by e.at desc, e.id desc limit 1) a on true
      where w.tier is null and (w.level <> 1 or (a.details->'after'->>'rate_bps') is distinct from w.rate_bps::text)`,
    sentence: (row) =>
      `The reward ${row.subject} of ${row.partner_id} is ${row.rate_bps} basis points as agreed, but the audit log says ${row.said}.`,
  },
  {
    name: "rewards_are_valued_at_the_rate_of_their_hour",
    // Only where a pair of both assets had a rate in that hour, either way.
    query: `with valued as (
        select w.id, w.rate::numeric as rate, w.profit_asset, w.asset, w.completed_at, p.id as pair_id, p.from_asset = w.asset as is_turned
          from reward w join pair p on (p.from_asset, p.to_asset) in ((w.profit_asset, w.asset), (w.asset, w.profit_asset))
      ), recorded as (
        select v.*, case when v.is_turned then 1 / h.reference_rate::numeric else h.reference_rate::numeric end as recorded
          from valued v join rate_history h on h.pair_id = v.pair_id
            and h.hour = date_bin('1 hour', v.completed_at, timestamptz '2000-01-01 00:00:00+00')
      )
      select id as subject, max(rate) as rate, max(profit_asset) as profit_asset, max(asset) as asset, round(max(recorded), 12) as recorded
        from recorded group by id having bool_and(rate not between recorded * 0.5 and recorded * 2)`,
    sentence: (row) =>
      `The reward ${row.subject} values ${row.profit_asset} at ${row.rate} ${row.asset}, but the rate of that hour was ${row.recorded}.`,
  },
];
