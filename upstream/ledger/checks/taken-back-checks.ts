import type { LedgerCheck } from "./ledger-check.ts";

/** Every sweep by its place, with the positions of its steps in booking order. */
const sweeps = `sweeps as (
    select h.credit_account as place, h.seq as held, o.id, o.status, coalesce(e.seq, l.seq) as arrived, r.seq as returned,
        o.status = 'returned' and coalesce(r.amount, 0) + coalesce(g.amount, 0) < o.amount as is_part,
        coalesce(g.amount, 0) >= o.amount as is_used_up, coalesce(g.has_rest, false) as has_rest
      from transfer h join outgoing o on o.id = split_part(h.id, ':', 2) and o.kind = 'sweep'
      left join transfer e on e.pending_id = h.id and e.kind = 'post'
      left join transfer l on l.id = h.id || ':late'
      left join transfer r on r.id = h.id || ':returned'
      left join (select split_part(id, ':', 2) as id, sum(amount) as amount, bool_or(id like 'sweep:%:gone') as has_rest
        from transfer where id like 'sweep:%' and split_part(id, ':', 3) = 'gone' group by 1) g on g.id = o.id
      where h.id like 'sweep:%' and h.kind = 'pending'
  )`;
/** Payments taken back of which the order of the bookings says where they lay: no operator has moved money out meanwhile. */
const payments = `payments as (
    select k.*, a.seq as arrived from (
      select substring(t.id from '^((?:deposit|payin):.+):back(?:-owed)?(?::shortfall)?$') as arrival,
          t.credit_account as place, t.asset, sum(t.amount) as amount, min(t.seq) as taken
        from transfer t where position('_deposits:' in t.credit_account) > 0 and t.kind = 'posted'
          and t.code in ('deposit', 'dispute') group by 1, 2, 3
    ) k join transfer a on a.id = k.arrival
      where not exists (select 1 from transfer s where s.id = k.arrival || ':back-swept')
        and not exists (select 1 from transfer m where m.credit_account = k.place and m.seq > a.seq
          and position('_deposits:' in m.credit_account) > 0 and m.code not in ('deposit', 'dispute') and m.id not like 'sweep:%')
  )`;
/** The sweeps that moved each payment: those asked for while it lay there, and in none of the others of them. */
const walk = `walk as (
    select arrival, 0::bigint as held, array[]::text[] as ids from payments
    union all
    select w.arrival, s.held, case when exists (select 1 from sweeps o where o.id = any(w.ids) and o.arrived < s.held
        and not (o.status = 'returned' and coalesce(o.returned < s.held, false))) then w.ids else w.ids || s.id end
      from walk w join payments p on p.arrival = w.arrival cross join lateral (
        select * from sweeps s where s.place = p.place and s.held > greatest(w.held, p.arrived) and s.held < p.taken
          order by s.held limit 1) s
  ), moved as (
    select p.arrival, s.*, s.status = 'sent' as is_standing,
        s.arrived is not null and not coalesce(s.returned < p.taken, false) as is_without,
        s.is_part and coalesce(s.returned < p.taken, false) as is_unknown,
        coalesce((select t.amount from transfer t where t.id = 'sweep:' || s.id || ':gone:' || p.arrival), 0) as charged
      from payments p join (select distinct on (arrival) * from walk order by arrival, held desc) w on w.arrival = p.arrival
      join sweeps s on s.id = any(w.ids)
  )`;

/** The split between deposit addresses and the place that pays out, payment by payment. */
export const takenBackChecks: readonly LedgerCheck[] = [
  {
    name: "payments_taken_back_cost_their_sweep",
    // One sweep bears a payment at a time. What nobody can assign is booked without a payment's name.
    query: `with recursive ${sweeps}, ${payments}, ${walk}, borne as (
        select arrival, bool_or(is_unknown or has_rest or is_without and is_used_up) as is_open,
            string_agg(id, ', ' order by held) filter (where is_without) as sweeps, bool_or(is_standing and is_without) as stands,
            coalesce(sum(charged) filter (where is_standing), 0) as standing, coalesce(max(charged), 0) as charged
          from moved group by arrival
      ) select p.arrival as subject, p.amount, p.asset, p.place, b.sweeps, case when b.stands then b.standing else b.charged end
          as charged
        from payments p join borne b on b.arrival = p.arrival
        where b.sweeps is not null and not b.is_open and p.amount <> case when b.stands then b.standing else b.charged end`,
    sentence: (row) =>
      `${row.amount} ${row.asset} of ${row.subject} were taken back after ${row.sweeps} had been asked for with them, but ` +
      `${row.charged} came back to ${row.place} from where the rail pays out: one of the two places is booked too high.`,
  },
  {
    name: "sweeps_bear_only_what_they_moved",
    query: `with recursive ${sweeps}, ${payments}, ${walk}
      select t.id as subject, t.amount, t.asset, p.arrival, split_part(t.id, ':', 2) as sweep
        from transfer t join payments p on p.arrival = substring(t.id from '^sweep:[^:]+:gone:(.+)$')
        where t.id like 'sweep:%' and not exists (select 1 from moved m
          where m.arrival = p.arrival and m.id = split_part(t.id, ':', 2) and (m.is_without or m.is_unknown))`,
    sentence: (row) =>
      `${row.amount} ${row.asset} of ${row.arrival} are booked as missing in the sweep ${row.sweep}, which had not moved them.`,
  },
];
