import type { LedgerCheck } from "../../ledger/rules/ledger-check.ts";

/** Payouts and refunds, compared with the holds they settle or void. */
export const movementChecks: readonly LedgerCheck[] = [
  {
    name: "outgoing_rows_match_their_holds",
    query: `select o.id as subject, o.status, o.amount, o.asset, o.order_ref, h.id as hold, h.amount as held, e.kind as ended,
        e.amount as posted
      from outgoing o join transfer h on h.id = o.transfer_id and h.kind = 'pending'
      left join transfer e on e.pending_id = h.id left join unclaimed_payout u on u.id = o.id
      where o.kind <> 'sweep' and ((h.code, h.amount, h.asset, h.order_ref, h.credit_account) is distinct from
          (o.kind, o.amount, o.asset, case o.kind when 'unclaimed_payout' then u.order_ref else o.order_ref end, case o.rail when 'wallet' then 'member:' || o.account || ':' || o.asset
            else 'assets:' || o.rail || ':' || o.asset end)
        or case o.status when 'sending' then e.id is not null
          when 'failed' then e.kind is distinct from 'void'
          else e.kind is distinct from 'post' or e.amount <> o.amount end)`,
    sentence: (row) =>
      `The ${row.subject} is ${row.status} with ${row.amount} ${row.asset}, but its hold ${row.hold} of ${row.held} ` +
      `${row.ended === null ? "is still open" : row.ended === "void" ? "was released" : `was settled with ${row.posted}`}.`,
  },
  {
    name: "outgoing_states_match_their_status",
    query: `select o.id as subject, o.status, coalesce(g.state, 'unknown') as state
      from outgoing o left join payout_guard g on g.outgoing_id = o.id
      where o.status is distinct from case when g.state in ('waiting', 'held', 'approved', 'prepared', 'broadcast') then 'sending'
        when g.state = 'settled' then 'sent' when g.state = 'returned' then 'returned'
        when g.state in ('refused', 'reverted', 'void') then 'failed' end`,
    sentence: (row) =>
      `The ${row.subject} is ${row.status} for its owner, but ${row.state} for the payouts: one of them was changed alone.`,
  },
  {
    name: "movements_count_in_full_against_their_caps",
    query: `select o.id as subject, o.rail, o.asset, o.amount, g.cap_rail, g.cap_asset, g.cap_amount
      from outgoing o join payout_guard g on g.outgoing_id = o.id
      where case o.kind when 'sweep' then g.cap_rail is not null
        else (g.cap_rail, g.cap_asset, g.cap_amount) is distinct from (o.rail, o.asset, o.amount) end`,
    sentence: (row) =>
      `The ${row.subject} moves ${row.amount} ${row.asset} at ${row.rail}, but counts as ${row.cap_amount ?? "nothing"} ` +
      `${row.cap_asset ?? ""} at ${row.cap_rail ?? "no rail"} against the caps of payouts.`,
  },
  {
    name: "outgoing_fees_match_their_holds",
    // A refund that was sent although it had been reported as failed is booked again: its fee's hold stays released.
    query: `select o.id as subject, o.status, o.fee, h.id as hold, h.amount as held, e.kind as ended
      from outgoing o left join transfer h on h.id = o.fee_transfer_id left join transfer e on e.pending_id = h.id
      where (o.fee <> 0 or o.fee_transfer_id is not null) and (o.fee <> coalesce(h.amount, 0) or h.order_ref <> o.order_ref
        or h.id is not null and e.kind is distinct from case o.status when 'sending' then null when 'failed' then 'void'
          else case when exists (select 1 from transfer m where m.id = o.transfer_id and m.kind = 'pending') then 'post'
            else 'void' end end)`,
    sentence: (row) =>
      `The ${row.subject} is ${row.status} with a fee of ${row.fee}, but its hold ${row.hold ?? "is missing"} of ` +
      `${row.held ?? 0} ${row.ended === null ? "is open" : `ended as ${row.ended}`}.`,
  },
  {
    name: "holds_of_outgoing_money_have_their_row",
    // A transfer that was sent although it had been reported as failed no longer names its released hold.
    query: `with named as (
        select transfer_id as id from outgoing union all select transfer_id || ':shortfall' from outgoing
        union all select fee_transfer_id from outgoing
      ), unnamed as (
        select t.*, e.kind = 'void' as is_released from transfer t left join transfer e on e.pending_id = t.id
          where (t.kind = 'pending' and t.code in ('payout', 'refund', 'refund_fee')
              or t.kind = 'posted' and t.code = 'payout' and t.credit_account like 'assets:%')
            and not exists (select 1 from named n where n.id = t.id)
      ), late as (
        select o.order_ref, o.kind, count(*) as rows from outgoing o where o.status in ('sent', 'returned')
            and not exists (select 1 from transfer h where h.id = o.transfer_id and h.kind = 'pending')
          group by o.order_ref, o.kind
      )
      select u.id as subject, u.code, u.amount, u.asset, u.order_ref from unnamed u
        left join late l on l.order_ref = u.order_ref and l.kind = u.code
        where not coalesce(u.is_released, false) or coalesce(l.rows, 0) < (
          select count(*) from unnamed w where w.order_ref = u.order_ref and w.code = u.code)`,
    sentence: (row) =>
      `The transfer ${row.subject} is a ${row.code} of ${row.amount} ${row.asset} for order ${row.order_ref ?? "none"}, but ` +
      "no row of outgoing money names it.",
  },
  {
    name: "money_sent_without_a_hold_is_booked",
    query: `with booked as (
        select order_ref, code, asset, sum(amount) as amount from transfer
          where kind = 'posted' and code in ('payout', 'refund') and credit_account like 'assets:%'
          group by order_ref, code, asset
      ), said as (
        -- A refund at the rail of a payment that was never booked names the order instead of a transfer.
        select o.order_ref, o.kind, o.asset, sum(o.amount) as amount from outgoing o
          where o.order_ref is not null and o.transfer_id <> o.order_ref
            and not exists (select 1 from transfer h where h.id = o.transfer_id and h.kind = 'pending')
          group by o.order_ref, o.kind, o.asset
      )
      select coalesce(s.order_ref, b.order_ref) as subject, coalesce(s.kind, b.code) as kind,
          coalesce(s.asset, b.asset) as asset, coalesce(s.amount, 0) as said, coalesce(b.amount, 0) as booked
        from said s full join booked b on (b.order_ref, b.code, b.asset) = (s.order_ref, s.kind, s.asset)
        where coalesce(s.amount, 0) <> coalesce(b.amount, 0)`,
    sentence: (row) =>
      `The order ${row.subject ?? "none"} has ${row.said} ${row.asset} in rows of kind ${row.kind} made past the rail's jobs, ` +
      `but ${row.booked} is booked.`,
  },
  {
    name: "sent_is_what_was_booked",
    query: `with booked as (
        select order_ref, sum(case when code = 'payout' then amount else -amount end) as amount,
            sum(case when code = 'payout_returned' then amount else 0 end) as returned,
            count(*) filter (where code = 'payout_returned') as returns
          from transfer where kind in ('posted', 'post') and code in ('payout', 'payout_returned')
            and (debit_account like 'assets:%' or credit_account like 'assets:%' or credit_account like 'member:%')
          group by order_ref
      ), said as (
        select order_ref, sum(amount) as amount, count(*) filter (where status = 'returned') as returns
          from outgoing where kind = 'payout' and status in ('sent', 'returned') group by order_ref
      )
      select o.ref as subject, o.sent, o.to_asset as asset, coalesce(b.amount, 0) as booked,
          coalesce(s.amount, 0) - coalesce(b.returned, 0) as said, coalesce(s.returns, 0) as rows_returned,
          coalesce(b.returns, 0) as booked_returns
        from exchange_order o left join booked b on b.order_ref = o.ref left join said s on s.order_ref = o.ref
        where o.sent <> coalesce(b.amount, 0) or o.sent <> coalesce(s.amount, 0) - coalesce(b.returned, 0)
          or coalesce(s.returns, 0) <> coalesce(b.returns, 0)`,
    sentence: (row) =>
      `The order ${row.subject} says it sent ${row.sent} ${row.asset}; its transfers come to ${row.booked}, its payout rows ` +
      `less returns to ${row.said} (${row.rows_returned} returned rows, ${row.booked_returns} returns booked).`,
  },
];
