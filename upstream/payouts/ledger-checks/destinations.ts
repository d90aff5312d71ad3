import type { LedgerCheck } from "../../ledger/rules/ledger-check.ts";

/** Where orders, withdrawals and payouts of unclaimed money say that their money goes. */
const named = `select ref as subject, 'payout' as kind, to_asset as asset, payout_account as account, payout_memo as memo, null::numeric as amount
      from exchange_order where status <> 'draft' and not payout_to_wallet
    union all select ref, 'refund', from_asset, refund_account, refund_memo, null from exchange_order where status <> 'draft'
    union all select ref, 'wrong_refund', null, wrong_refund_account, null, null from exchange_order where status <> 'draft'
    union all select id, 'withdrawal', asset, account, memo, amount - fee from withdrawal where confirmed_at is not null
    union all select id, 'unclaimed_payout', asset, account, memo, amount from unclaimed_payout`;

/**
 * The orders, withdrawals and payouts of unclaimed money that must have a confirmation for each destination. The upgrade that began
 * to record confirmations added them for open orders only, and a process of the version before may have run beside it for a day. An
 * exchange without orders at that time has recorded all of them.
 */
const requiredOwners = `earlier as (
        select coalesce(max(a.at) + interval '1 day', '-infinity') as until from audit a
          where a.id = 'aud_first:destinations' and exists (select 1 from exchange_order o where o.created_at < a.at)
      ), required as (
        select e.order_ref as owner from order_event e, earlier where e.event = 'execute' and e.at >= until
        union select id from withdrawal, earlier where confirmed_at >= until
        union select id from unclaimed_payout
      )`;

/**
 * A refund of what was paid in another asset than the order's: where it is of the same network, to the order's own refund address,
 * otherwise to the one that was named for it.
 */
const wrongAsset = `o.kind = 'refund' and exists (
              select 1 from payment p join asset paid on paid.id = p.asset join asset asked on asked.id = c.asset
                where p.order_ref = o.order_ref and p.asset = o.asset
                  and (c.of_kind = 'refund') = (paid.network is not distinct from asked.network))`;

/** Where money goes, compared with what was confirmed. Erased accounts are compared no more. */
export const destinationChecks: readonly LedgerCheck[] = [
  {
    name: "accounts_are_those_that_were_confirmed",
    query: `with named as (${named}), ${requiredOwners}, newest as (
        select distinct on (coalesce(order_ref, withdrawal_id, unclaimed_payout_id), kind) coalesce(order_ref, withdrawal_id, unclaimed_payout_id) as subject, kind,
            asset, account, memo, amount
          from payout_destination order by coalesce(order_ref, withdrawal_id, unclaimed_payout_id), kind, seq desc
      )
      select n.subject, n.kind, n.account, n.asset, c.account as confirmed, c.asset as confirmed_asset
        from named n left join newest c using (subject, kind)
        where coalesce(n.account, '') <> '' and (
          c.account is null and n.subject in (select owner from required)
          or c.account <> '' and ((n.account, n.memo) is distinct from (c.account, c.memo) or n.asset <> c.asset
            or c.amount is not null and n.amount <> c.amount))`,
    sentence: (row) =>
      row.confirmed === null
        ? `The ${row.kind} of ${row.subject} goes to ${row.account}, which nobody has confirmed.`
        : `The ${row.kind} of ${row.subject} goes to another account, memo, asset or amount than was confirmed: ${row.account} in ` +
          `${row.asset ?? row.confirmed_asset} instead of ${row.confirmed} in ${row.confirmed_asset}.`,
  },
  {
    name: "payouts_went_where_it_was_confirmed",
    query: `with ${requiredOwners}, confirmed as (
        select coalesce(order_ref, withdrawal_id, unclaimed_payout_id) as owner, case kind when 'wrong_refund' then 'refund' else kind end as kind,
            kind as of_kind, asset, account, memo, amount, confirmed_by, at, lead(at) over (partition by order_ref, withdrawal_id, unclaimed_payout_id, kind order by seq) as until
          from payout_destination
      )
      select o.id as subject, o.account from outgoing o
        where o.kind <> 'sweep' and o.rail <> 'wallet' and o.account <> ''
          and not exists (select 1 from payout_clearance g where g.id = o.id and g.destination = 'gone')
          and (coalesce(o.order_ref, o.withdrawal_id, o.id) in (select owner from required)
            or exists (select 1 from confirmed c where c.owner = coalesce(o.order_ref, o.withdrawal_id, o.id) and c.kind = o.kind))
          and not exists (
            select 1 from confirmed c where c.owner = coalesce(o.order_ref, o.withdrawal_id, o.id) and c.kind = o.kind
              and (c.account, c.memo) is not distinct from (o.account, o.memo) and (c.asset = o.asset or ${wrongAsset}) and (c.amount is null or c.amount = o.amount)
              and (c.at <= o.created_at or c.confirmed_by = 'earlier_version') and (c.until is null or c.until >= o.created_at))
          and not (o.kind = 'refund' and exists (
            select 1 from payment p where p.order_ref = o.order_ref and p.rail_payment_id = o.account))`,
    sentence: (row) =>
      `The payout ${row.subject} names ${row.account}, which nobody has confirmed for it at that time.`,
  },
  {
    name: "clearances_follow_from_the_facts",
    // What the policy was asked with, compared with the withdrawal, the order and the payout guard.
    query: `select c.id as subject, replace(c.rule, '_', ' ') as rule
      from payout_clearance c join outgoing o using (id) left join payout_guard g on g.outgoing_id = o.id
        left join withdrawal w on w.id = o.withdrawal_id left join exchange_order e on e.ref = o.order_ref
      where c.limit_day is not null and w.id is not null
          and ((w.usable_at > w.created_at) <> (c.usable_at is not null) or c.usable_at <> w.usable_at
            or c.worth_usd <> w.worth_usd or c.member_id <> w.member_id)
        or e.ref is not null and c.rule <> 'confirmed_before' and (c.source = 'wallet') <> (e.payin_method is not distinct from 'balance')
        or c.rule = 'unconfirmed' and o.status in ('sent', 'returned')
        or c.second_person = 'by_amount' and o.status in ('sent', 'returned') and coalesce(cardinality(g.approved_by), 0) = 0
        or c.rule = 'confirmed_before'
          and not exists (select 1 from payout_destination d where d.confirmed_by = 'earlier_version'
            and (d.order_ref = o.order_ref or d.withdrawal_id = o.withdrawal_id))
          and not exists (select 1 from audit a where a.id = 'aud_first:clearances' and o.created_at < a.at + interval '1 day')`,
    sentence: (row) => `The payout ${row.subject} was cleared as "${row.rule}", which the facts do not bear out.`,
  },
  {
    name: "customers_pay_where_it_was_issued",
    query: `with shown as (
        select 'order ' || ref as subject, payin_address as address, payin_memo as memo from exchange_order
          where status <> 'draft' and payin_address is not null
        union all select 'wallet address ' || id, address, memo from wallet_address
      ), issued as (
        select case when order_ref is not null then 'order ' || order_ref else 'wallet address ' || wallet_address_id end as subject,
            address, memo from issued_address
      )
      select coalesce(s.subject, i.subject) as subject, s.address, i.address as issued from shown s full join issued i using (subject)
        where (s.address, s.memo) is distinct from (i.address, i.memo)`,
    sentence: (row) =>
      `The ${row.subject} is paid at ${row.address ?? "no address"}, but ${row.issued ?? "none"} was issued for it.`,
  },
];
