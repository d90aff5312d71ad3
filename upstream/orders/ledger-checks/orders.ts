import type { LedgerCheck } from "../../ledger/rules/ledger-check.ts";

const isOpen = "p.kind = 'pending' and not exists (select 1 from transfer e where e.pending_id = p.id)";

/** Orders: status, amounts and holds, compared with their timeline and postings. */
export const orderChecks: readonly LedgerCheck[] = [
  {
    name: "no_order_is_missing",
    query: `with named as (
        select order_ref, 'transfers' as rows from transfer union all select order_ref, 'accounts' from account
        union all select order_ref, 'payments' from payment union all select order_ref, 'payouts or refunds' from outgoing
        union all select order_ref, 'events' from order_event union all select order_ref, 'promo uses' from promo_use
      )
      select n.order_ref as subject, string_agg(distinct n.rows, ', ') as rows from named n
        where n.order_ref is not null and not exists (select 1 from exchange_order o where o.ref = n.order_ref)
        group by n.order_ref`,
    sentence: (row) => `The order ${row.subject} is not there, but its ${row.rows} are.`,
  },
  {
    name: "events_lead_to_the_status",
    // Each order follows as one more step of its timeline, so that one sort compares its status as well.
    query: `select order_ref as subject, event, version, from_status, event_before, status_before from (
        select *, lag(event) over timeline as event_before, lag(to_status) over timeline as status_before from (
            select order_ref, version, event, from_status, to_status, at, id from order_event
            union all select ref, null, null, status, null, null, null from exchange_order
          ) as entries window timeline as (partition by order_ref order by version, at, id)
        ) as steps
      where from_status is distinct from status_before`,
    sentence(row) {
      if (row.event !== null) {
        return (
          `In the timeline of order ${row.subject}, ${row.event} (version ${row.version}) begins at ` +
          `${row.from_status ?? "nothing"}, but the event before it ended at ${row.status_before ?? "nothing"}.`
        );
      }
      return row.event_before === null
        ? `The order ${row.subject} is ${row.from_status}, but it has no event.`
        : `The order ${row.subject} is ${row.from_status}, but its last event (${row.event_before}) led to ${row.status_before}.`;
    },
  },
  {
    name: "status_fits_the_money_under_way",
    query: `select o.ref as subject, o.status, s.kind from exchange_order o
      full join (select order_ref, kind from outgoing where status = 'sending' and order_ref is not null) s on s.order_ref = o.ref
      where (o.status in ('sending', 'refunding') or s.kind is not null)
        and s.kind is distinct from case o.status when 'sending' then 'payout' when 'refunding' then 'refund' end`,
    sentence: (row) =>
      `The order ${row.subject ?? "without a row"} is ${row.status}, but ` +
      `${row.kind === null ? "nothing of it is being sent" : `a ${row.kind} of it is being sent`}.`,
  },
  {
    name: "reserve_holds_belong_to_orders",
    query: `select coalesce(p.id, o.ref) as subject, p.id as hold, p.amount, p.order_ref, o.ref, o.status, o.to_amount,
        o.reserve_hold_id
      from (select p.* from transfer p where p.code = 'payout_hold' and ${isOpen}) p
      full join exchange_order o on o.ref = p.order_ref and o.reserve_hold_id = p.id
      where (p.id is null and o.reserve_hold_id is not null) or o.ref is null
        or o.status in ('awaiting_payment', 'payment_reported', 'confirming') and p.amount <> o.to_amount`,
    sentence: (row) => {
      if (row.hold === null) {
        return `The order ${row.ref} (${row.status}) relies on the hold ${row.reserve_hold_id}, which is not open.`;
      }
      return row.ref === null
        ? `The hold ${row.hold} of ${row.amount} is open for order ${row.order_ref ?? "none"}, which does not name it.`
        : `The order ${row.ref} promises ${row.to_amount}, but its hold ${row.hold} is ${row.amount}.`;
    },
  },
  {
    name: "exchanged_amounts_are_those_booked",
    query: `with conversion as (
        -- Not one made again after a payout that had been reported as failed: the network has allotted its amount, not a hold.
        select distinct on (c.order_ref) c.order_ref, c.amount from transfer c
          where c.code = 'conversion' and starts_with(c.debit_account, 'order:') and not exists (
            select 1 from transfer h where h.order_ref = c.order_ref and h.code = 'payout_hold' and h.fact
              and starts_with(h.credit_account, 'order:') and h.at = c.at and h.seq > c.seq)
          order by c.order_ref, c.seq desc
      ), allotted as (
        select distinct on (order_ref) order_ref, amount from transfer where code = 'payout_hold' and kind = 'post'
          order by order_ref, seq desc
      )
      select o.ref as subject, o.from_amount, o.from_asset, c.amount as converted, o.to_amount, o.to_asset,
          coalesce(a.amount, 0) as allotted
        from exchange_order o join conversion c on c.order_ref = o.ref left join allotted a on a.order_ref = o.ref
        where o.from_amount <> c.amount or o.to_amount <> coalesce(a.amount, 0)`,
    sentence: (row) =>
      `The order ${row.subject} says ${row.from_amount} ${row.from_asset} for ${row.to_amount} ${row.to_asset}, but ` +
      `${row.converted} was exchanged for ${row.allotted}.`,
  },
  {
    name: "disputed_money_is_at_its_account",
    query: `with blocked as (
        select t.order_ref, sum(case when position('_disputed:' in t.debit_account) > 0 then t.amount else -t.amount end) as amount
          from transfer t where t.code = 'dispute' and t.kind = 'posted'
            and (position('_disputed:' in t.debit_account) > 0) <> (position('_disputed:' in t.credit_account) > 0)
          group by t.order_ref
      ), said as (
        select o.ref, sum(substring(d->>'amount' from '^[0-9]+$')::numeric) as amount
          from exchange_order o, jsonb_array_elements(o.disputes) d
          where d->>'state' in ('open', 'lost_meanwhile') group by o.ref
      )
      select coalesce(s.ref, b.order_ref) as subject, coalesce(s.amount, 0) as said, coalesce(b.amount, 0) as blocked
        from said s full join blocked b on b.order_ref = s.ref where coalesce(s.amount, 0) <> coalesce(b.amount, 0)`,
    sentence: (row) =>
      `The open disputes of order ${row.subject ?? "none"} come to ${row.said}, but ${row.blocked} is booked as blocked.`,
  },
  {
    name: "unclaimed_money_of_orders_is_of_closed_ones",
    query: `select t.id as subject, t.order_ref, t.amount, t.asset, o.status from transfer t join exchange_order o on o.ref = t.order_ref
      where t.code = 'adjustment' and t.credit_account = 'unclaimed:' || t.asset and not exists (
        select 1 from order_event e
          where e.order_ref = t.order_ref and e.event = 'operator_close' and e.by = 'operator' and e.at = t.at)`,
    sentence: (row) =>
      `The transfer ${row.subject} keeps ${row.amount} ${row.asset} of order ${row.order_ref} (${row.status}) as unclaimed, but no ` +
      "operator closed it then.",
  },
];
