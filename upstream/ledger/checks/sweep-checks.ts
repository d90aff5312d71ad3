import type { LedgerCheck } from "./ledger-check.ts";

/** Where what has arrived at a rail lies until it is swept: a rail and an asset of a row `r`. */
const depositsOf = (row: string) => `'assets:' || ${row}.rail || '_deposits:' || ${row}.asset`;
const hotOf = (row: string) => `'assets:' || ${row}.rail || ':' || ${row}.asset`;

/** Money at deposit addresses, and its way to where the rail pays out from. */
export const sweepChecks: readonly LedgerCheck[] = [
  {
    name: "sweeps_match_their_transfers",
    // One that arrived after it had failed is booked again: its hold stays released.
    query: `with gone as (
        select split_part(id, ':', 2) as id, sum(amount) as amount, min(debit_account) as debit_account,
            max(debit_account) as other_debit, min(credit_account) as credit_account, max(credit_account) as other_credit
          from transfer where id like 'sweep:%:gone%' group by 1
      ) select o.id as subject, o.status, o.amount, o.asset, coalesce(h.amount, 0) as held,
        coalesce(e.kind, 'open') as ended, coalesce(l.amount, 0) as late, coalesce(b.amount, 0) as returned,
        coalesce(g.amount, 0) as gone
      from outgoing o left join transfer h on h.id = 'sweep:' || o.id and h.kind = 'pending'
      left join transfer e on e.pending_id = h.id
      left join transfer l on l.id = 'sweep:' || o.id || ':late'
      left join transfer b on b.id = 'sweep:' || o.id || ':returned'
      left join gone g on g.id = o.id
      where o.kind = 'sweep' and (
        (h.code, h.amount, h.debit_account, h.credit_account) is distinct from
          ('rebalance', o.amount, ${hotOf("o")}, ${depositsOf("o")})
        or e.kind is distinct from case when o.status = 'sending' then null when o.status = 'failed' then 'void'
          when o.transfer_id = h.id then 'post' else 'void' end
        or e.amount <> o.amount
        or (l.id is not null) <> (o.transfer_id <> h.id)
        or l.id is not null and (l.amount, l.debit_account, l.credit_account) is distinct from
          (o.amount, ${hotOf("o")}, ${depositsOf("o")})
        or case when o.status = 'returned' then b.id is null and coalesce(g.amount, 0) < o.amount else b.id is not null end
        or coalesce(b.amount, 0) + coalesce(g.amount, 0) > o.amount or g.id is not null and o.status not in ('sent', 'returned')
        or b.id is not null and (b.debit_account, b.credit_account) is distinct from (${depositsOf("o")}, ${hotOf("o")})
        or g.id is not null and (g.debit_account, g.credit_account, g.other_debit, g.other_credit) is distinct from
          (${depositsOf("o")}, ${hotOf("o")}, ${depositsOf("o")}, ${hotOf("o")}))`,
    sentence: (row) =>
      `The sweep ${row.subject} of ${row.amount} ${row.asset} is ${row.status}, but its hold is ${row.held} (${row.ended}), ` +
      `${row.late} is booked as arrived late, ${row.returned} as returned and ${row.gone} as taken back with its payments.`,
  },
  {
    name: "transfers_of_sweeps_have_their_row",
    query: `select t.id as subject, t.amount, t.asset from transfer t
      where t.id like 'sweep:%' and not exists (
        select 1 from outgoing o where o.kind = 'sweep' and o.id = split_part(t.id, ':', 2) and o.asset = t.asset
          and t.code = 'rebalance' and (t.id in ('sweep:' || o.id, 'sweep:' || o.id || ':arrived',
            'sweep:' || o.id || ':failed', 'sweep:' || o.id || ':late', 'sweep:' || o.id || ':returned',
            'sweep:' || o.id || ':gone') or starts_with(t.id, 'sweep:' || o.id || ':gone:')))`,
    sentence: (row) => `The transfer ${row.subject} sweeps ${row.amount} ${row.asset}, but the sweep is not there.`,
  },
  {
    name: "what_came_back_of_sweeps_was_taken_back",
    // Earlier versions named those of orders by the order alone.
    query: `with back as (
        select t.*, coalesce(substring(t.id from '^sweep:[^:]+:gone:(.+)$'), substring(t.id from '^(.+):back-swept$')) as arrival
          from transfer t where t.code = 'rebalance'
            and (t.order_ref is not null or t.id like '%:back-swept' or t.id like 'sweep:%:gone:%')
      ), counted as (
        select b.arrival as subject, b.asset, b.amount, b.debit_account as place, b.credit_account,
            (select coalesce(sum(t.amount), 0) from transfer t where t.kind = 'posted' and t.credit_account = b.debit_account
              and (t.id = any(array[b.arrival || ':back', b.arrival || ':back:shortfall', b.arrival || ':back-owed',
                  b.arrival || ':back-owed:shortfall'])
                or t.order_ref = b.order_ref and t.code = 'dispute' and t.id not like 'payin:%')) as taken
          from back b
      )
      select * from counted where amount > taken or position('_deposits:' in place) = 0
        or credit_account <> replace(place, '_deposits:', ':')`,
    sentence: (row) =>
      `${row.amount} ${row.asset} of ${row.subject} were moved from ${row.credit_account} to ${row.place} to be taken back, but ` +
      `${row.taken} were.`,
  },
  {
    name: "deposit_addresses_hold_what_is_booked",
    // Holds apart: a sweep has only been asked for all that was there.
    query: `select id as subject, asset, debits_posted - credits_posted as amount from account
      where id like 'assets:%' and position('_deposits:' in id) > 0 and debits_posted < credits_posted`,
    sentence: (row) =>
      `${row.subject} is ${row.amount} ${row.asset}: more has left the deposit addresses than had arrived there.`,
  },
  {
    name: "deposits_lie_where_they_arrived",
    query: `select d.id as subject, d.place, t.id as transfer, t.amount, t.asset,
        case when t.debit_account like 'assets:%' then t.debit_account else t.credit_account end as booked
      from deposit d join transfer t on t.code = 'deposit' and t.deposit_id = d.id
        and (t.debit_account like 'assets:%' or t.credit_account like 'assets:%')
      where case when t.debit_account like 'assets:%' then t.debit_account else t.credit_account end <>
        case d.place when 'hot' then ${hotOf("d")} else ${depositsOf("d")} end`,
    sentence: (row) =>
      `The deposit ${row.subject} arrived at ${row.place}, but ${row.transfer} books its ${row.amount} ${row.asset} at ` +
      `${row.booked}.`,
  },
];
