import type { LedgerCheck } from "../../ledger/rules/ledger-check.ts";

/** Network fees of payouts and refunds: what is held when one starts, and what is booked when it ends. */
export const networkFeeChecks: readonly LedgerCheck[] = [
  {
    name: "network_fees_name_their_payment",
    query: `select t.id as subject, t.amount, t.asset, t.order_ref from transfer t
      where t.code = 'network_fee' and t.order_ref is not null and not exists (
        select 1 from outgoing o where o.id = t.outgoing_id and o.order_ref = t.order_ref)`,
    sentence: (row) =>
      `The network fee ${row.subject} of ${row.amount} ${row.asset} belongs to no payout or refund of order ${row.order_ref}.`,
  },
  {
    name: "gas_is_held_while_money_is_sent",
    query: `select h.id as subject, h.amount, h.asset, h.credit_account, o.status, e.kind as ended
      from transfer h join outgoing o on o.id = h.outgoing_id left join transfer e on e.pending_id = h.id
      where h.kind = 'pending' and h.code = 'network_fee' and ((o.status = 'sending') <> (e.id is null)
        or h.credit_account <> 'assets:' || o.rail || ':' || h.asset
          and not (o.kind = 'sweep' and h.credit_account = 'assets:' || o.rail || '_gas:' || h.asset))`,
    sentence: (row) =>
      `The hold ${row.subject} of ${row.amount} ${row.asset} at ${row.credit_account} is for a transfer that is ` +
      `${row.status}, but it ${row.ended === null ? "is still open" : `ended as ${row.ended}`}.`,
  },
];
