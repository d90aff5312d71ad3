import { holdReasons } from "../../contract/order/order-states.ts";
import type { LedgerCheck } from "../ledger/rules/ledger-check.ts";
import { holdRules } from "../orders/rules/holds.ts";

/** Hold reasons where the order resumes at the deadline without a decision. */
const delays = holdReasons.filter((reason) => holdRules[reason].default === "resume");
const isDelay = (event: string) => `coalesce(${event}.from_hold_reason in (${quoted(delays)}), false)`;
const isOverdue = (event: string) => `${event}.event = 'hold_ended' and not ${isDelay(event)}`;

function quoted(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(", ");
}

/** Public figures of orders, compared with the orders' own history. */
export const figureChecks: readonly LedgerCheck[] = [
  {
    name: "outcomes_are_of_sent_money",
    query: `select coalesce(f.order_ref, s.order_ref) as subject, coalesce(f.kind, s.kind) as kind,
        coalesce(f.day::text, 'no day') as day, coalesce(s.day::text, 'no day') as sent
      from order_outcome f
      full join (
        select distinct on (o.order_ref, o.kind) o.order_ref, o.kind, (o.settled_at at time zone 'UTC')::date as day, x.pair_id
          from outgoing o join exchange_order x on x.ref = o.order_ref
            left join (select order_ref, min(final_at) as at from payment group by order_ref) paid on paid.order_ref = o.order_ref
          where o.kind in ('payout', 'refund') and o.status = 'sent' and (o.kind = 'refund' or paid.at <= o.settled_at)
          order by o.order_ref, o.kind, o.settled_at, o.attempt) s using (order_ref, kind)
      left join outgoing o on o.id = f.outgoing_id
      where (s.order_ref is null and (o.status is distinct from 'sent' or (o.order_ref, o.kind) is distinct from (f.order_ref, f.kind)))
        or f.order_ref is null or f.day <> s.day or f.pair_id <> s.pair_id`,
    sentence: (row) =>
      `The ${row.kind} of the order ${row.subject} counts for ${row.day} in the public figures; it was sent on ${row.sent}.`,
  },
  {
    name: "payout_days_are_their_orders",
    query: `select coalesce(d.day, f.day)::text as subject, coalesce(d.pair_id, f.pair_id) as pair_id,
        coalesce(d.orders, 0) as orders, coalesce(f.orders, 0) as counted
      from payout_day d
      full join (
        select day, pair_id, bucket, count(*) as orders, sum(milliseconds) as milliseconds
          from order_outcome where kind = 'payout' group by 1, 2, 3) f using (day, pair_id, bucket)
      where (coalesce(d.orders, 0), coalesce(d.milliseconds, 0)) <> (coalesce(f.orders, 0), coalesce(f.milliseconds, 0))`,
    sentence: (row) =>
      `The payout times of ${row.pair_id} on ${row.subject} count ${row.orders} orders of one length, not the times of the ` +
      `${row.counted} that there were.`,
  },
  {
    name: "days_count_their_holds_and_refunds",
    query: `with ended as (
        select (e.at at time zone 'UTC')::date as day, not exists (
            select from order_event t
              where t.order_ref = e.order_ref and t.from_status = 'on_hold' and ${isOverdue("t")} and t.version <= e.version
                and t.version > (select max(b.version) from order_event b where b.order_ref = e.order_ref
                  and b.to_status = 'on_hold' and b.from_status is distinct from 'on_hold' and b.version < e.version)
          ) as in_time
          from order_event e
          where e.from_status = 'on_hold' and e.to_status <> 'on_hold' and (e.event <> 'hold_ended' or ${isOverdue("e")})),
      counted as (
        select day, sum(ended)::int as ended, sum(in_time)::int as in_time, sum(refunds)::int as refunds from (
          select day, 1 as ended, in_time::int as in_time, 0 as refunds from ended
          union all select day, 0, 0, 1 from order_outcome where kind = 'refund') as rows group by day)
      select coalesce(d.day, c.day)::text as subject, coalesce(d.holds_ended, 0) as ended, coalesce(d.holds_in_time, 0) as in_time,
          coalesce(d.refunds, 0) as refunds, coalesce(c.ended, 0) as all_ended, coalesce(c.in_time, 0) as all_in_time,
          coalesce(c.refunds, 0) as all_refunds
        from order_day d full join counted c using (day)
        where (coalesce(d.holds_ended, 0), coalesce(d.holds_in_time, 0), coalesce(d.refunds, 0))
          <> (coalesce(c.ended, 0), coalesce(c.in_time, 0), coalesce(c.refunds, 0))`,
    sentence: (row) =>
      `The public figures of ${row.subject} say ${row.ended} holds ended, ${row.in_time} of them in time, and ${row.refunds} ` +
      `orders refunded; by the orders it is ${row.all_ended}, ${row.all_in_time} and ${row.all_refunds}.`,
  },
];
