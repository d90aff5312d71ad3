import type { LedgerCheck } from "../rules/ledger-check.ts";

/** Codes of transfers that only an order causes, and of those of our own money, which an operator records. */
const ofOrders = [
  "payin",
  "conversion",
  "payout_hold",
  "payout",
  "payout_returned",
  "refund",
  "refund_fee",
  "dispute",
  "promo",
];
const ofOperators = ["funding", "profit_taken", "rebalance", "adjustment", "network_fee", "rail_fee"];
const listed = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(", ");
/** The amount in an audit entry: decimal text, in units of the asset. */
const audited = `case when a.details->>'amount' ~ '^[0-9]+([.][0-9]+)?$'
  then (a.details->>'amount')::numeric * 10::numeric ^ s.decimals end`;
/** The uses a code was added with; null: without limit. */
const granted = "substring(a.details->>'usesLeft' from '^[0-9]+$')::int";

/** Movements of our own money, operators' decisions and promo codes, compared with the audit log. */
export const operatorChecks: readonly LedgerCheck[] = [
  {
    name: "customers_money_has_an_order",
    query: `select t.id as subject, t.code, t.kind, t.amount, t.asset, t.debit_account, t.credit_account from transfer t
      where t.order_ref is null and t.code in (${listed(ofOrders)})`,
    sentence: (row) =>
      `The transfer ${row.subject} (${row.kind} ${row.code}, ${row.amount} ${row.asset} from ${row.debit_account} to ` +
      `${row.credit_account}) names no order.`,
  },
  {
    name: "our_own_money_is_audited",
    query: `with moved as (
        select regexp_replace(id, ':shortfall$', '') as id, code, asset, sum(amount) as amount from transfer
          -- Sweeps and network fees of movements have another cause.
          where code in (${listed(ofOperators)}) and cause_kind(transfer) = 'entry'
          group by 1, code, asset
      )
      select m.id as subject, m.code, m.amount, m.asset, a.id as entry, a.action, a.actor, a.details->>'amount' as said
        from moved m left join asset s on s.id = m.asset left join audit a on a.details->>'transfer' = m.id
        where a.id is null or a.action <> m.code or a.subject <> m.asset or m.amount is distinct from ${audited}`,
    sentence: (row) =>
      row.entry === null
        ? `The transfer ${row.subject} (${row.code}, ${row.amount} ${row.asset}) has no entry in the audit log.`
        : `The audit entry ${row.entry} of ${row.actor} says ${row.action} ${row.said}, but ${row.subject} booked ` +
          `${row.code} ${row.amount} ${row.asset} in minor units.`,
  },
  {
    name: "audited_transfers_are_booked",
    query: `select a.id as subject, a.actor, a.action, a.details->>'transfer' as transfer from audit a
      where a.details ? 'transfer' and not exists (
        select 1 from transfer t where t.id in (a.details->>'transfer', (a.details->>'transfer') || ':shortfall'))`,
    sentence: (row) =>
      `The audit entry ${row.subject} says that ${row.actor} booked ${row.action} ${row.transfer}, but it is not there.`,
  },
  {
    name: "repayments_have_a_cause",
    query: `select t.id as subject, t.amount, t.asset from transfer t
      where t.code = 'shortfall' and not exists (
        select 1 from transfer c where c.id || ':repayment' = t.id and c.asset = t.asset)`,
    sentence: (row) => `The transfer ${row.subject} repays a shortfall of ${row.amount} ${row.asset} without a cause.`,
  },
  {
    name: "operators_decisions_are_audited",
    query: `select e.order_ref as subject, e.id as event_id, e.event, e.actor, a.id as entry, a.actor as audited_actor
      from order_event e left join audit a on a.subject = e.order_ref and a.action = e.event and a.at = e.at
      where e.by = 'operator' and (a.id is null or a.actor <> coalesce(e.actor, 'operator'))`,
    sentence: (row) =>
      row.entry === null
        ? `${row.actor ?? "An operator"} did ${row.event} on order ${row.subject}, but the audit log has no entry of it.`
        : `${row.event} on order ${row.subject} was done by ${row.actor}, but the audit entry ${row.entry} says ` +
          `${row.audited_actor}.`,
  },
  {
    name: "audited_decisions_are_in_the_timeline",
    query: `select a.id as subject, a.actor, a.action, a.subject as order_ref from audit a
      where a.details ? 'event' and not exists (
        select 1 from order_event e where e.order_ref = a.subject and e.event = a.action and e.at = a.at)`,
    sentence: (row) =>
      `The audit entry ${row.subject} says that ${row.actor} did ${row.action} on order ${row.order_ref}, but its timeline ` +
      "does not have it.",
  },
  {
    name: "promo_uses_are_those_of_orders",
    query: `select coalesce(u.order_ref, o.ref) as subject, u.code as used, o.promo_code, o.status
      from promo_use u full join exchange_order o on o.ref = u.order_ref
      where u.code is not null and (o.promo_code is distinct from u.code or o.status in ('draft', 'expired', 'cancelled'))
        or u.code is null and o.promo_code is not null
          -- The code of a partner's link has no uses to count.
          and (o.promo_terms->>'kind' is distinct from 'partner_bind' or exists (select 1 from promo p where p.code = o.promo_code))
          and o.status in ('awaiting_payment', 'payment_reported', 'confirming', 'processing', 'sending', 'completed')`,
    sentence: (row) =>
      `The order ${row.subject} (${row.status ?? "not there"}) has the promo code ${row.promo_code ?? "none"}, but the use ` +
      `of ${row.used ?? "none"} is counted.`,
  },
  {
    name: "promo_counts_are_right",
    query: `select p.code as subject, p.uses_left, ${granted} as granted, coalesce(u.used, 0) as used from promo p
      left join (select code, count(*) as used from promo_use group by code) u on u.code = p.code
      left join audit a on a.action = 'promo_added' and a.subject = p.code
      where p.uses_left is distinct from ${granted} - coalesce(u.used, 0)`,
    sentence: (row) =>
      `The promo code ${row.subject} has ${row.uses_left ?? "unlimited"} uses left, but it was added with ` +
      `${row.granted ?? "unlimited"} and ${row.used} are counted.`,
  },
];
