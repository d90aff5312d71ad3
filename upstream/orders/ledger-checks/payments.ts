import type { LedgerCheck } from "../../ledger/rules/ledger-check.ts";

/** Booked payments; one that was reversed is booked again when it is final again. */
const payins = "payins as not materialized (select t.* from transfer t where t.code = 'payin')";
/** What a rail took back of a booked payment, in whole or in part. Disputed money is at an account of its own. */
const isReversal = `code = 'dispute' and kind = 'posted' and credit_account like 'assets:%'
  and debit_account not like 'assets:%' and position('_disputed:' in credit_account) = 0`;

/** Where a payment lies once it is final. */
const placeOf = (row: string) =>
  `'assets:' || ${row}.rail || case ${row}.place when 'deposits' then '_deposits:' else ':' end || ${row}.asset`;

/** Payment rows and the amounts received, compared with the postings. */
export const paymentChecks: readonly LedgerCheck[] = [
  {
    name: "final_payments_are_booked",
    query: `with ${payins}, latest as (
        select distinct on (payment_id) * from payins order by payment_id, seq desc
      )
      select p.id as subject, p.order_ref, p.amount, p.asset, l.id as transfer, l.amount as booked,
          l.asset as booked_asset, l.order_ref as booked_order, p.place,
          l.debit_account as booked_at
        from payment p left join latest l on l.payment_id = p.id
        where p.status = 'final' and (l.id is null or (l.amount, l.asset, l.order_ref, l.debit_account) is distinct from
          (p.amount, p.asset, p.order_ref, case when p.rail <> 'wallet' then ${placeOf("p")}
            when l.debit_account like 'member:%:' || p.asset then l.debit_account end))`,
    sentence: (row) =>
      row.transfer === null
        ? `The payment ${row.subject} of order ${row.order_ref} is final, but no transfer books its ${row.amount} ${row.asset}.`
        : `The payment ${row.subject} says ${row.amount} ${row.asset} at ${row.place} for order ${row.order_ref}, but ` +
          `${row.transfer} booked ${row.booked} ${row.booked_asset} from ${row.booked_at} for order ${row.booked_order}.`,
  },
  {
    name: "reversed_payments_come_from_where_they_lay",
    query: `select t.id as subject, t.order_ref, t.amount, t.asset, t.credit_account from transfer t
      where t.order_ref is not null and ${isReversal} and not exists (
        select 1 from transfer p where p.order_ref = t.order_ref and p.code = 'payin' and p.debit_account = t.credit_account)`,
    sentence: (row) =>
      `The transfer ${row.subject} takes ${row.amount} ${row.asset} back from ${row.credit_account}, where no payment of ` +
      `order ${row.order_ref} lay.`,
  },
  {
    name: "booked_payments_have_their_row",
    query: `with ${payins}
      select t.id as subject, t.payment_id, t.order_ref, t.amount, t.asset from payins t
        where not exists (select 1 from payment p where p.id = t.payment_id)`,
    sentence: (row) =>
      `The transfer ${row.subject} books ${row.amount} ${row.asset} for order ${row.order_ref ?? "none"}, but the payment ` +
      `${row.payment_id} is not there.`,
  },
  {
    name: "payments_end_as_their_events_say",
    query: `select b.order_ref as subject, b.booked, coalesce(p.final, 0) as final, coalesce(e.reversed, 0) as reversed
      from (select order_ref, count(*) as booked from transfer where code = 'payin' group by order_ref) b
      left join (select order_ref, count(*) as final from payment where status = 'final' group by order_ref) p
        on p.order_ref = b.order_ref
      left join (select order_ref, count(*) as reversed from order_event where event = 'payment_reversed' group by order_ref) e
        on e.order_ref = b.order_ref
      where b.booked <> coalesce(p.final, 0) + coalesce(e.reversed, 0)`,
    sentence: (row) =>
      `The order ${row.subject} has ${row.booked} booked payments, but ${row.final} of its payments are final and ` +
      `${row.reversed} were reversed.`,
  },
  {
    name: "received_is_what_was_booked",
    query: `with moved as (
        select t.order_ref, t.asset, sum(case when t.code = 'payin' then t.amount else -t.amount end) as amount
          from transfer t where t.order_ref is not null and (t.code = 'payin' or ${isReversal})
          group by t.order_ref, t.asset
      ), paid as (
        select order_ref, asset, sum(amount) as amount from payment where status = 'final' group by order_ref, asset
      )
      select o.ref as subject, o.received, o.from_asset as asset, coalesce(m.amount, 0) as booked,
          coalesce(p.amount, 0) as paid
        from exchange_order o
        left join moved m on m.order_ref = o.ref and m.asset = o.from_asset
        left join paid p on p.order_ref = o.ref and p.asset = o.from_asset
        where o.received <> coalesce(m.amount, 0) or o.received <> coalesce(p.amount, 0)`,
    sentence: (row) =>
      `The order ${row.subject} says it received ${row.received} ${row.asset}; its transfers come to ${row.booked}, its ` +
      `final payments to ${row.paid}.`,
  },
  {
    name: "rail_fees_are_those_of_payments",
    query: `with ${payins}, fees as (
        select regexp_replace(id, ':fee(:shortfall)?$', '') as payin, sum(amount) as amount, min(id) as id
          from transfer where code = 'rail_fee' and order_ref is not null group by 1
      ), latest as (
        select distinct on (payment_id) * from payins order by payment_id, seq desc
      )
      select coalesce(p.id, f.id) as subject, coalesce(p.rail_fee, 0) as fee, coalesce(f.amount, 0) as booked
        from (latest l join payment p on p.id = l.payment_id and p.status = 'final')
        full join fees f on f.payin = l.id
        where coalesce(p.rail_fee, 0) <> coalesce(f.amount, 0)
          and not (p.id is null and exists (select 1 from payins t where t.id = f.payin))`,
    sentence: (row) => `The payment ${row.subject} says the rail kept ${row.fee}, but ${row.booked} is booked.`,
  },
];
