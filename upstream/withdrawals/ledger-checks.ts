import type { LedgerCheck } from "../ledger/rules/ledger-check.ts";
import { currencyAssets } from "../market/rules/currency-assets.ts";

/** How the holds of a withdrawal `w` must have ended; null: still open. Sent late, they were released before. */
const expected = `case when w.ended_at is null then null
  when not w.sent_late and (w.status = 'completed' or w.reason = 'returned') then 'post' else 'void' end`;
/** What its movement must say to its owner; null: there is none. */
const movement = `case w.status when 'processing' then 'sending' when 'completed' then 'sent'
  when 'failed' then case w.reason when 'returned' then 'returned' else 'failed' end end`;

/** Withdrawals, compared with their transfers and with the rows of money that is sent. */
export const withdrawalChecks: readonly LedgerCheck[] = [
  {
    name: "withdrawals_hold_their_money",
    query: `select w.id as subject, w.status, w.amount, w.fee, w.asset, coalesce(n.amount, 0) as net_held,
        coalesce(f.amount, 0) as fee_held, coalesce(ne.kind, 'open') as net_ended, coalesce(fe.kind, 'open') as fee_ended
      from withdrawal w
      left join transfer n on n.kind = 'pending'
        and n.id = 'withdrawal:' || w.id || case when w.awaits_cash then ':awaits' else ':net' end
      left join transfer ne on ne.pending_id = n.id
      left join transfer f on f.id = 'withdrawal:' || w.id || ':fee' and f.kind = 'pending'
      left join transfer fe on fe.pending_id = f.id
      where coalesce(n.amount, 0) <> w.amount - w.fee or coalesce(f.amount, 0) <> w.fee
        or n.credit_account <> case when w.awaits_cash then 'reserve' else 'assets:' || w.rail end || ':' || w.asset
        or n.debit_account <> 'member:' || w.member_id || ':' || w.asset
        or ne.kind is distinct from ${expected}
        or (w.fee > 0 and fe.kind is distinct from ${expected})
        or (ne.kind = 'post' and ne.amount <> w.amount - w.fee) or (fe.kind = 'post' and fe.amount <> w.fee)`,
    sentence: (row) =>
      `The withdrawal ${row.subject} of ${row.amount} ${row.asset} with a fee of ${row.fee} is ${row.status}, but its holds ` +
      `are ${row.net_held} (${row.net_ended}) and ${row.fee_held} (${row.fee_ended}).`,
  },
  {
    name: "withdrawals_await_cash_once",
    query: `select w.id as subject, w.status, h.id as hold, h.amount, h.asset, coalesce(e.kind, 'open') as ended
      from withdrawal w join transfer h on h.id = 'withdrawal:' || w.id || case when w.awaits_cash then ':net' else ':awaits' end
      left join transfer e on e.pending_id = h.id
      where w.awaits_cash or e.kind is distinct from 'void'`,
    sentence: (row) =>
      `The withdrawal ${row.subject} is ${row.status}, but its other hold ${row.hold} of ${row.amount} ${row.asset} is ` +
      `there too (${row.ended}).`,
  },
  {
    name: "withdrawals_match_their_movements",
    query: `select w.id as subject, w.status, w.amount - w.fee as net, w.asset, w.account, coalesce(o.id, 'none') as movement,
        coalesce(o.status, 'not there') as sent_status, coalesce(o.amount, 0) as sent, coalesce(o.account, 'none') as sent_to
      from withdrawal w left join outgoing o on o.withdrawal_id = w.id
      where o.status is distinct from ${movement}
        or (o.amount, o.fee, o.asset, o.rail, o.account) <> (w.amount - w.fee, w.fee, w.asset, w.rail, w.account)
        or (o.id is not null and o.memo is distinct from w.memo)`,
    sentence: (row) =>
      `The withdrawal ${row.subject} is ${row.status} with ${row.net} ${row.asset} to ${row.account}, but its movement ` +
      `${row.movement} is ${row.sent_status} with ${row.sent} to ${row.sent_to}.`,
  },
  {
    name: "movements_of_withdrawals_have_their_row",
    query: `select o.id as subject, o.amount, o.asset from outgoing o
      where o.kind = 'withdrawal' and not exists (select 1 from withdrawal w where w.id = o.withdrawal_id)`,
    sentence: (row) => `The movement ${row.subject} of ${row.amount} ${row.asset} is a withdrawal that is not there.`,
  },
  {
    name: "money_beside_the_holds_of_withdrawals",
    query: `with beside as (
        select withdrawal_id,
          sum(case when credit_account like 'assets:%' then amount else 0 end) as late,
          sum(case when debit_account like 'assets:%' then amount else 0 end) as returned
        from transfer where kind = 'posted' and code = 'withdrawal' group by 1
      )
      select w.id as subject, w.status, w.asset, w.sent_late, coalesce(b.late, 0) as late,
          coalesce(b.returned, 0) as returned, case when w.sent_late then w.amount - w.fee else 0 end as said
        from withdrawal w left join beside b on b.withdrawal_id = w.id
        where coalesce(b.late, 0) <> case when w.sent_late then w.amount - w.fee else 0 end
          or (coalesce(b.returned, 0) > 0) <> (coalesce(w.reason, '') = 'returned')
          or coalesce(b.returned, 0) > w.amount - w.fee`,
    sentence: (row) =>
      `The withdrawal ${row.subject} is ${row.status}; it says that ${row.said} ${row.asset} was sent after it had failed, but ` +
      `${row.late} is booked so, and ${row.returned} as returned.`,
  },
  {
    name: "transfers_of_withdrawals_have_their_row",
    query: `select t.id as subject, t.code, t.amount, t.asset from transfer t
      where t.code in ('withdrawal', 'withdrawal_fee')
        and not exists (select 1 from withdrawal w where w.id = t.withdrawal_id and w.asset = t.asset)`,
    sentence: (row) =>
      `The transfer ${row.subject} is a ${row.code} of ${row.amount} ${row.asset}, but the withdrawal is not there.`,
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
];
