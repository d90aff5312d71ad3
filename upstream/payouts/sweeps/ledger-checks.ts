import type { LedgerCheck } from "../../ledger/rules/ledger-check.ts";

/** Where what has arrived at a rail lies until it is swept: a rail and an asset of a row `r`. */
const depositsOf = (row: string) => `'assets:' || ${row}.rail || '_deposits:' || ${row}.asset`;
const hotOf = (row: string) => `'assets:' || ${row}.rail || ':' || ${row}.asset`;
/** Our own money at deposit addresses and at the account that pays for sweeps: a rail of a row, and the asset of the fees. */
const dustOf = (row: string, asset: string) => `'assets:' || ${row}.rail || '_dust:' || ${asset}`;
const gasOf = (row: string, asset: string) => `'assets:' || ${row}.rail || '_gas:' || ${asset}`;

/** What transfers `t` have paid as network fees from accounts of a kind, less what came back: included again, it may have cost less. */
const feesPaidFrom = (kind: string) =>
  `coalesce(sum(case '${kind}' when flow_account(t.credit_account) then t.amount when flow_account(t.debit_account) then -t.amount end)
    filter (where t.code = 'network_fee'), 0)`;

/** Transfers from or to deposit addresses. */
const isAtDeposits = (row: string) =>
  `(position('_deposits:' in ${row}.debit_account) > 0 or position('_deposits:' in ${row}.credit_account) > 0)`;

/** Money at deposit addresses, and its way to where the rail pays out from. */
export const sweepChecks: readonly LedgerCheck[] = [
  {
    name: "deposit_addresses_hold_what_is_booked",
    query: `with there as (
        select ${depositsOf("b")} as id, sum(lying) as lying from address_balance b group by 1
      ) select coalesce(a.id, t.id) as subject, coalesce(a.asset, split_part(t.id, ':', 3)) as asset,
          coalesce(a.debits_posted - a.credits_posted, 0) as booked, coalesce(t.lying, 0) as lying
        from (select * from account where id like 'assets:%' and position('_deposits:' in id) > 0) a
          full join there t on t.id = a.id
        where coalesce(a.debits_posted - a.credits_posted, 0) <> coalesce(t.lying, 0)`,
    sentence: (row) =>
      `${row.subject} is ${row.booked} ${row.asset}, but ${row.lying} lies at its addresses: what arrived, was taken back ` +
      "or was swept is booked otherwise.",
  },
  {
    name: "deposit_addresses_have_received_their_payments",
    // What operators book and what the order of old bookings does not explain is at no address.
    query: `with moved as (
        select a.rail, t.asset, address_of_transfer(t) as address, sum(a.change) as amount
          from transfer t cross join lateral arrivals_of_transfer(t) a where ${isAtDeposits("t")} group by 1, 2, 3
      ) select coalesce(b.address, m.address) as subject, coalesce(b.rail, m.rail) as rail, coalesce(b.asset, m.asset) as asset,
          coalesce(b.arrived, 0) as arrived, coalesce(m.amount, 0) as booked
        from (select * from address_balance where address <> '') b
          full join (select * from moved where address <> '') m on (m.rail, m.asset, m.address) = (b.rail, b.asset, b.address)
        where coalesce(b.arrived, 0) <> coalesce(m.amount, 0)`,
    sentence: (row) =>
      `The address ${row.subject} of ${row.rail} is said to have received ${row.arrived} ${row.asset}, but its payments come ` +
      `to ${row.booked}.`,
  },
  {
    name: "deposit_addresses_were_swept_by_their_parts",
    query: `with moved as (
        select o.rail, o.asset, p.address, sum(swept_by(p)) as amount from sweep_part p join outgoing o on o.id = p.sweep_id
          group by 1, 2, 3
      ) select coalesce(b.address, m.address) as subject, coalesce(b.rail, m.rail) as rail, coalesce(b.asset, m.asset) as asset,
          coalesce(b.swept, 0) as swept, coalesce(m.amount, 0) as moved
        from address_balance b full join moved m on (m.rail, m.asset, m.address) = (b.rail, b.asset, b.address)
        where coalesce(b.swept, 0) <> coalesce(m.amount, 0) or b.address is null`,
    sentence: (row) =>
      `The address ${row.subject} of ${row.rail} is said to be swept of ${row.swept} ${row.asset}, but its parts of sweeps ` +
      `come to ${row.moved}.`,
  },
  {
    name: "sweeps_match_their_parts",
    query: `with parts as (
        select sweep_id, sum(amount) as amount, bool_or(is_legacy) as is_legacy, array_agg(distinct state order by state) as states
          from sweep_part group by 1
      ) select o.id as subject, o.status, o.amount, o.asset, p.amount as moves, array_to_string(p.states, ', ') as states
        from outgoing o left join parts p on p.sweep_id = o.id
        where o.kind = 'sweep' and coalesce(not p.is_legacy, o.status = 'sending') and (p.amount is distinct from o.amount
          or not case o.status when 'sending' then p.states = array['open'] when 'failed' then p.states = array['failed']
            when 'sent' then p.states <@ array['arrived', 'failed'] and 'arrived' = any(p.states)
            else p.states <@ array['arrived', 'failed', 'returned'] and 'returned' = any(p.states) end)`,
    sentence: (row) =>
      `The sweep ${row.subject} of ${row.amount} ${row.asset} is ${row.status}, but its addresses come to ${row.moves ?? 0} ` +
      `(${row.states ?? "none"}).`,
  },
  {
    name: "payments_are_in_one_sweep",
    query: `select payment as subject, o.rail, p.address, string_agg(p.sweep_id, ', ' order by p.sweep_id) as sweeps
      from sweep_part p join outgoing o on o.id = p.sweep_id cross join lateral unnest(p.payments) payment
      where p.state in ('open', 'arrived') and not p.is_legacy group by payment, o.rail, o.asset, p.address having count(*) > 1`,
    sentence: (row) =>
      `The payment ${row.subject} at ${row.address} of ${row.rail} is moved by more than one sweep: ${row.sweeps}.`,
  },
  {
    name: "sweeps_match_their_transfers",
    // One that arrived after it had failed is booked again: its hold stays released.
    query: `with moved as (
        select outgoing_id as id,
            coalesce(sum(amount) filter (where credit_account like 'assets:%' and position('_deposits:' in credit_account) > 0), 0) as out,
            coalesce(sum(amount) filter (where debit_account like 'assets:%' and position('_deposits:' in debit_account) > 0), 0) as back
          from transfer t where code = 'rebalance' and kind in ('posted', 'post') and outgoing_id is not null and ${isAtDeposits("t")}
          group by 1
      ), parts as (
        select sweep_id, sum(amount) filter (where state in ('arrived', 'returned')) as arrived, sum(returned) as returned,
            bool_or(is_legacy) as is_legacy from sweep_part group by 1
      )
      select o.id as subject, o.status, o.amount, o.asset, coalesce(h.amount, 0) as held, coalesce(e.kind, 'open') as ended,
          coalesce(m.out, 0) as booked, coalesce(m.back, 0) as back, coalesce(p.arrived, 0) as arrived,
          coalesce(p.returned, 0) as returned
        from outgoing o left join transfer h on h.outgoing_id = o.id and h.kind = 'pending' and h.code = 'rebalance'
        left join transfer e on e.pending_id = h.id left join moved m on m.id = o.id left join parts p on p.sweep_id = o.id
        where o.kind = 'sweep' and ((h.amount, h.debit_account, h.credit_account) is distinct from
            (o.amount, ${hotOf("o")}, ${depositsOf("o")})
          or (e.id is null) <> (o.status = 'sending') or o.status = 'failed' and e.kind <> 'void'
          or o.status in ('sending', 'failed') and m.id is not null
          or not coalesce(p.is_legacy, true) and (coalesce(m.out, 0) > coalesce(p.arrived, 0)
            or coalesce(m.back, 0) > coalesce(p.returned, 0)))`,
    sentence: (row) =>
      `The sweep ${row.subject} of ${row.amount} ${row.asset} is ${row.status}, but its hold is ${row.held} (${row.ended}), ` +
      `${row.booked} is booked as arrived (${row.arrived} by its addresses) and ${row.back} as returned (${row.returned}).`,
  },
  {
    name: "what_leaves_deposit_addresses_has_its_cause",
    // A sweep, a payment that was swept before it arrived or is taken back after it was, or an operator's booking.
    query: `select t.id as subject, t.amount, t.asset, t.debit_account, t.credit_account from transfer t
      left join outgoing o on o.id = t.outgoing_id
      where t.code = 'rebalance' and t.audit_id is null and (t.outgoing_id is not null or t.order_ref is not null
          or t.deposit_id is not null) and not coalesce(
        case when t.outgoing_id is not null then o.kind = 'sweep' and o.asset = t.asset
            and (t.debit_account, t.credit_account) in ((${hotOf("o")}, ${depositsOf("o")}), (${depositsOf("o")}, ${hotOf("o")}),
              (${dustOf("o", "o.asset")}, ${depositsOf("o")}), (${depositsOf("o")}, ${dustOf("o", "o.asset")}))
            or o.kind = 'sweep' and (t.debit_account, t.credit_account) = (${dustOf("o", "t.asset")}, ${gasOf("o", "t.asset")})
          else replace(t.debit_account, '_deposits:', ':') = replace(t.credit_account, '_deposits:', ':') and exists (
            select 1 from transfer p where p.kind = 'posted' and p.code <> 'rebalance' and p.amount >= t.amount
              and (p.order_ref = t.order_ref or p.deposit_id = t.deposit_id)
              and (t.debit_account in (p.debit_account, p.credit_account) or t.credit_account in (p.debit_account, p.credit_account)))
          end, false)`,
    sentence: (row) =>
      `The transfer ${row.subject} moves ${row.amount} ${row.asset} from ${row.credit_account} to ${row.debit_account}, but no ` +
      "sweep and no payment explains it.",
  },
  {
    name: "deposit_addresses_hold_our_own_money",
    query: `with there as (select ${dustOf("b", "b.asset")} as id, sum(ours) as ours from address_balance b group by 1)
      select coalesce(a.id, t.id) as subject, coalesce(a.asset, split_part(t.id, ':', 3)) as asset,
          coalesce(a.debits_posted - a.credits_posted, 0) as booked, coalesce(t.ours, 0) as ours
        from (select * from account where id like 'assets:%' and position('_dust:' in id) > 0) a full join there t on t.id = a.id
        where coalesce(a.debits_posted - a.credits_posted, 0) <> coalesce(t.ours, 0)`,
    sentence: (row) =>
      `${row.subject} is ${row.booked} ${row.asset}, but the addresses have ${row.ours} of it: a top-up, a fee or what a ` +
      "sweep has left is booked otherwise.",
  },
  {
    name: "our_own_money_at_an_address_has_its_sweeps",
    query: `with moved as (
        select o.rail, p.gas_asset as asset, p.address, sum(ours_by(p)) as amount from sweep_part p
          join outgoing o on o.id = p.sweep_id where p.gas_asset is not null group by 1, 2, 3
      ) select coalesce(b.address, m.address) as subject, coalesce(b.rail, m.rail) as rail, coalesce(b.asset, m.asset) as asset,
          coalesce(b.ours, 0) as ours, coalesce(m.amount, 0) as booked
        from (select * from address_balance where address <> '') b
          full join moved m on (m.rail, m.asset, m.address) = (b.rail, b.asset, b.address)
        where coalesce(b.ours, 0) <> coalesce(m.amount, 0)`,
    sentence: (row) =>
      `The address ${row.subject} of ${row.rail} is said to have ${row.ours} ${row.asset} of our own, but its parts of sweeps ` +
      `come to ${row.booked}.`,
  },
  {
    name: "sweeps_have_paid_what_their_addresses_say",
    query: `with parts as (
        select sweep_id as id, sum(topped_up) as topped_up, sum(top_up_fee) as top_up_fee, sum(coalesce(fee, 0)) as fee,
            sum(remainder) as remainder from sweep_part where gas_asset is not null group by 1
      ), moved as (
        select t.outgoing_id as id, coalesce(sum(t.amount) filter (where code = 'rebalance' and flow_account(credit_account) = 'gas'), 0) as topped_up,
            ${feesPaidFrom("gas")} as top_up_fee, ${feesPaidFrom("dust")} as fee,
            coalesce(sum(t.amount) filter (where code = 'rebalance' and flow_account(debit_account) = 'dust'
              and flow_account(credit_account) = 'deposits'), 0) as remainder
          from transfer t join outgoing o on o.id = t.outgoing_id and o.kind = 'sweep' where t.kind in ('posted', 'post') group by 1
      ) select coalesce(p.id, m.id) as subject, concat_ws(' ', p.topped_up, p.top_up_fee, p.fee, p.remainder) as said,
          concat_ws(' ', m.topped_up, m.top_up_fee, m.fee, m.remainder) as booked
        from parts p full join moved m on m.id = p.id
        where (coalesce(p.topped_up, 0), coalesce(p.top_up_fee, 0), coalesce(p.fee, 0), coalesce(p.remainder, 0)) <>
          (coalesce(m.topped_up, 0), coalesce(m.top_up_fee, 0), coalesce(m.fee, 0), coalesce(m.remainder, 0))`,
    sentence: (row) =>
      `The addresses of the sweep ${row.subject} say (topped up, fees of that, own fees, left) ${row.said || "nothing"}, but ` +
      `${row.booked || "nothing"} is booked.`,
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
