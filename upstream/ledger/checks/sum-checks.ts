import { finalStatuses } from "../../../contract/order/order-states.ts";
import type { LedgerCheck } from "../rules/ledger-check.ts";

/** Posted balance on the account's normal side. */
const balance = `case a.normal when 'credit' then a.credits_posted - a.debits_posted
  else a.debits_posted - a.credits_posted end`;
const available = `case a.normal when 'credit' then a.credits_posted - a.debits_posted - a.debits_pending
  else a.debits_posted - a.credits_posted - a.credits_pending end`;
const isFinal = `o.status in (${finalStatuses.map((status) => `'${status}'`).join(", ")})`;
const isOpen = "p.kind = 'pending' and not exists (select 1 from transfer e where e.pending_id = p.id)";

/** The invariants of accounts and transfers alone. */
export const sumChecks: readonly LedgerCheck[] = [
  {
    name: "debits_equal_credits",
    query: `select asset as subject, sum(debits_posted) as debits, sum(credits_posted) as credits from account
      group by asset
      having sum(debits_posted) <> sum(credits_posted) or sum(debits_pending) <> sum(credits_pending)`,
    sentence: (row) => `In ${row.subject}, debits (${row.debits}) and credits (${row.credits}) differ.`,
  },
  {
    name: "assets_cover_claims",
    query: `select * from (
        select a.asset as subject,
          sum(case when a.id like 'assets:%' then ${balance} else 0 end) as held,
          sum(case when a.id like 'shortfall:%' then ${balance} else 0 end) as lost,
          sum(case when a.normal = 'credit' then ${balance} else 0 end) as owed
        from account a group by a.asset) as by_asset
      where held <> owed - lost`,
    sentence: (row) =>
      `In ${row.subject}, the rails hold ${row.held}, but reserve and customers' money less losses come to ` +
      `${row.owed} - ${row.lost}.`,
  },
  {
    name: "replay_gives_the_sums",
    // One pass over the transfers sums the debited and the credited accounts. Pending are the holds that have no end.
    query: `with replayed as (
        select coalesce(debit_account, credit_account) as account, debit_account is null as is_credit, sum(posted) as posted,
            sum(pending) as pending
          from (
            select debit_account, credit_account, amount as posted, null::numeric as pending from transfer
              where kind in ('posted', 'post')
            union all select p.debit_account, p.credit_account, null, p.amount from transfer p where ${isOpen}
          ) as moved
          group by grouping sets ((debit_account), (credit_account)))
      select a.id as subject, concat_ws(' ', a.debits_posted, a.credits_posted, a.debits_pending, a.credits_pending) as stored,
          concat_ws(' ', coalesce(d.posted, 0), coalesce(c.posted, 0), coalesce(d.pending, 0), coalesce(c.pending, 0)) as replayed
        from account a left join replayed d on d.account = a.id and not d.is_credit
          left join replayed c on c.account = a.id and c.is_credit
      where (a.debits_posted, a.credits_posted, a.debits_pending, a.credits_pending) is distinct from
        (coalesce(d.posted, 0), coalesce(c.posted, 0), coalesce(d.pending, 0), coalesce(c.pending, 0))`,
    sentence: (row) =>
      `The stored sums of ${row.subject} (debits, credits, debits and credits on hold: ${row.stored}) differ from its ` +
      `transfers (${row.replayed}).`,
  },
  {
    name: "accounts_follow_their_names",
    query: `select * from (
        select a.id as subject, a.normal, a.floor, a.order_ref,
          case when split_part(a.id, ':', 1) in ('assets', 'shortfall') then 'debit' else 'credit' end as right_normal,
          case when split_part(a.id, ':', 1) = 'assets' then 'cash' else 'available' end as right_floor,
          case when split_part(a.id, ':', 1) in ('order', 'wrong') then split_part(a.id, ':', 2) end as right_order
        from account a) as ruled
      where (normal, floor, order_ref) is distinct from (right_normal, right_floor, right_order)`,
    sentence: (row) =>
      `The account ${row.subject} is ${row.normal}, floor ${row.floor}, order ${row.order_ref ?? "none"}; by its name it ` +
      `must be ${row.right_normal}, floor ${row.right_floor}, order ${row.right_order ?? "none"}.`,
  },
  {
    name: "nothing_below_its_floor",
    query: `select a.id as subject, ${available} as available from account a
      where a.floor = 'available' and ${available} < 0 or a.debits_pending < 0 or a.credits_pending < 0`,
    sentence: (row) => `${row.subject} is below its floor: ${row.available} available.`,
  },
  {
    name: "only_facts_overdraw_a_rail",
    query: `select a.id as subject, ${available} as available from account a
      where a.floor = 'cash' and ${available} < 0
        and not exists (select 1 from transfer t where t.credit_account = a.id and t.fact)`,
    sentence: (row) => `${row.subject} is overdrawn (${row.available}) without a rail event that explains it.`,
  },
  {
    name: "one_asset_a_transfer",
    // An account's name ends with its asset, and a check of the table keeps it so.
    query: `select t.id as subject, t.asset from transfer t
      where right(t.debit_account, length(t.asset) + 1) <> ':' || t.asset
        or right(t.credit_account, length(t.asset) + 1) <> ':' || t.asset`,
    sentence: (row) => `The transfer ${row.subject} of ${row.asset} uses an account of another asset.`,
  },
  {
    name: "promises_end_once",
    query: `select p.id as subject, e.ends
      from (select pending_id, count(*) as ends, max(amount) as most from transfer where pending_id is not null group by pending_id) e
      join transfer p on p.id = e.pending_id
      where e.ends > 1 or p.kind <> 'pending' or e.most > p.amount`,
    sentence: (row) => `The hold ${row.subject} was settled ${row.ends} times, or for more than its amount.`,
  },
  {
    name: "shortfall_is_paid_back",
    query: `select a.asset as subject, ${available} as available, s.debits_posted - s.credits_posted as lost
      from account a join account s on s.id = 'shortfall:' || a.asset
      where a.id = 'reserve:' || a.asset and ${available} > 0 and s.debits_posted > s.credits_posted`,
    sentence: (row) => `In ${row.subject}, a shortfall of ${row.lost} is open while the reserve has ${row.available}.`,
  },
  {
    name: "no_promise_on_a_final_order",
    query: `select p.order_ref as subject, p.id as promise from transfer p
      join exchange_order o on o.ref = p.order_ref where ${isFinal} and p.code <> 'affiliate' and ${isOpen}`,
    sentence: (row) => `The order ${row.subject} is final, but its hold ${row.promise} is still open.`,
  },
  {
    name: "nothing_left_on_a_final_order",
    query: `select a.order_ref as subject, a.id as account, ${balance} as left_over from account a
      join exchange_order o on o.ref = a.order_ref where ${isFinal} and ${balance} <> 0`,
    sentence: (row) => `The order ${row.subject} is final, but ${row.left_over} is left on ${row.account}.`,
  },
];
