import type { LedgerCheck } from "./ledger-check.ts";

/** Rows of orders and withdrawals that were confirmed since destinations are kept. */
const named = `select ref as subject, 'payout' as kind, payout_account as account, payout_memo as memo, null::numeric as amount
      from exchange_order where status <> 'draft' and not payout_to_wallet
    union all select ref, 'refund', refund_account, refund_memo, null from exchange_order where status <> 'draft'
    union all select ref, 'wrong_refund', wrong_refund_account, null, null from exchange_order where status <> 'draft'
    union all select id, 'withdrawal', account, memo, amount - fee from withdrawal where confirmed_at is not null`;

/** Where money goes, compared with what was confirmed. Erased accounts are compared no more. */
export const destinationChecks: readonly LedgerCheck[] = [
  {
    name: "accounts_are_those_that_were_confirmed",
    query: `with named as (${named}), newest as (
        select distinct on (coalesce(order_ref, withdrawal_id), kind) coalesce(order_ref, withdrawal_id) as subject, kind,
            account, memo, amount
          from payout_destination order by coalesce(order_ref, withdrawal_id), kind, seq desc
      )
      select n.subject, n.kind, n.account, c.account as confirmed from named n join newest c using (subject, kind)
        where c.account <> '' and coalesce(n.account, '') <> '' and
          ((n.account, n.memo) is distinct from (c.account, c.memo) or c.amount is not null and n.amount <> c.amount)`,
    sentence: (row) =>
      `The ${row.kind} of ${row.subject} goes to another account, memo or amount than was confirmed: ${row.account} instead of ` +
      `${row.confirmed}.`,
  },
  {
    name: "payouts_went_where_it_was_confirmed",
    query: `with confirmed as (
        select coalesce(order_ref, withdrawal_id) as owner, case kind when 'wrong_refund' then 'refund' else kind end as kind,
            account, memo, amount, at, lead(at) over (partition by order_ref, withdrawal_id, kind order by seq) as until
          from payout_destination
      )
      select o.id as subject, o.account from outgoing o
        where o.kind <> 'sweep' and o.rail <> 'wallet' and o.account <> ''
          and exists (select 1 from confirmed c where c.owner = coalesce(o.order_ref, o.withdrawal_id) and c.kind = o.kind)
          and not exists (
            select 1 from confirmed c where c.owner = coalesce(o.order_ref, o.withdrawal_id) and c.kind = o.kind
              and (c.account, c.memo) is not distinct from (o.account, o.memo) and (c.amount is null or c.amount = o.amount)
              and c.at <= o.created_at and (c.until is null or c.until >= o.created_at))
          and not (o.kind = 'refund' and exists (
            select 1 from payment p where p.order_ref = o.order_ref and p.rail_payment_id = o.account))`,
    sentence: (row) =>
      `The payout ${row.subject} names ${row.account}, which nobody has confirmed for it at that time.`,
  },
];
