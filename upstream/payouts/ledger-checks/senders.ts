import type { LedgerCheck } from "../../ledger/rules/ledger-check.ts";

/** Payments and deposits that were booked, with the id of their credit in the book of the rail. */
const booked = `booked as (
    select p.id, 'payment' as kind, lower(p.rail_payment_id) as credit, lower(p.sender) as sender, p.final_at, o.email is null as is_erased
      from payment p join exchange_order o on o.ref = p.order_ref where p.rail = 'evm' and p.status = 'final'
    union all
    select d.id, 'deposit', lower(d.rail_payment_id), lower(d.sender), d.final_at, false
      from deposit d where d.rail = 'evm' and d.status not in ('pending', 'gone', 'taken_back')
  )`;

/** Who has paid, by whom payouts are compared with the lists again, beside the book that the scanner of Ethereum keeps. */
export const senderChecks: readonly LedgerCheck[] = [
  {
    // Earlier versions kept no sender, and the last of them may have run beside the first that does for a day.
    name: "senders_are_the_rails",
    query: `with ${booked}
      select b.id as subject, b.kind, b.sender, coalesce(c.payer, c.sender) as payer from booked b left join evm_credit c on c.id = b.credit
        where b.sender is distinct from lower(coalesce(c.payer, c.sender)) and case when b.sender is null
          then not b.is_erased and b.final_at > (select min(final_at) + interval '1 day' from booked where sender is not null)
          else true end`,
    sentence: (row) =>
      `The ${row.kind} ${row.subject} says that ${row.sender ?? "nobody"} has sent it, but its network's book says ` +
      `${row.payer ?? "nobody"}.`,
  },
];
