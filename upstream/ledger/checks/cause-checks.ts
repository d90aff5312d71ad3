import { keptMoney } from "../../db/sql/unclaimed-money.ts";
import { allowedFlows } from "../rules/flows.ts";
import type { LedgerCheck } from "../rules/ledger-check.ts";

const flows = allowedFlows()
  .map(({ code, step, debit, credit, cause }) => `('${code}', '${step}', '${debit}', '${credit}', '${cause}')`)
  .join(", ");
const allowed = `allowed (code, step, debit, credit, cause) as (values ${flows})`;

/** The member of a wallet's account on one side of a transfer `t`; null where that side is none. */
const memberOn = (side: "debit" | "credit") =>
  `case when starts_with(t.${side}_account, 'member:') then split_part(t.${side}_account, ':', 2) end`;
/** A transfer's own cause, or that of the transfer which it follows from. */
const causeColumn = (column: string) => `coalesce(t.${column}, by.${column})`;

/**
 * Starts from the money: each transfer follows a flow of the table, and each movement of a member's or a partner's account,
 * and of money that is kept for others, has one cause of that owner.
 */
export const causeChecks: readonly LedgerCheck[] = [
  {
    name: "transfers_follow_the_table_of_flows",
    query: `with ${allowed}, booked as (
        select min(t.id) as subject, count(*) as transfers, t.code,
            case when t.kind = 'pending' then 'hold' when t.fact then 'forced' else 'post' end as step,
            flow_account(t.debit_account) as debit, flow_account(t.credit_account) as credit, cause_kind(t) as cause
          from transfer t where t.kind in ('posted', 'pending') group by 3, 4, 5, 6, 7
      )
      select b.* from booked b left join allowed a using (code, step, debit, credit, cause) where a.code is null`,
    sentence: (row) =>
      `The transfer ${row.subject} (${row.code}, ${row.step}, from ${row.debit} to ${row.credit} for a cause of kind ` +
      `${row.cause}) follows no flow of the table; so do ${row.transfers} in all.`,
  },
  {
    name: "the_database_has_the_flows_of_the_program",
    query: `with ${allowed}
      select concat_ws(' ', f.code, f.step, f.debit, f.credit, f.cause) as subject, f.code is not null as is_there
        from ledger_flow f full join allowed a using (code, step, debit, credit, cause) where a.code is null or f.code is null`,
    sentence: (row) =>
      row.is_there
        ? `The database allows the flow ${row.subject}, which this version does not have.`
        : "The database lacks a flow of this version: run `operator db migrate` as the owner.",
  },
  {
    name: "holds_end_with_their_own_cause",
    query: `select e.id as subject, h.id as hold from transfer e join transfer h on h.id = e.pending_id
      where (e.code, e.order_ref, e.withdrawal_id, e.reward_id, e.affiliate_payout_id, e.outgoing_id, e.debit_account, e.credit_account)
        is distinct from (h.code, h.order_ref, h.withdrawal_id, h.reward_id, h.affiliate_payout_id, h.outgoing_id, h.debit_account, h.credit_account)`,
    sentence: (row) => `The transfer ${row.subject} ends the hold ${row.hold} with another code, cause or account.`,
  },
  {
    name: "causes_are_there",
    query: `select t.id as subject, t.code, t.amount, t.asset, cause_kind(t) as cause from transfer t
      where cause_kind(t) not in ('order', 'entry') and not case cause_kind(t)
          when 'payment' then exists (select 1 from payment c where c.id = t.payment_id and c.order_ref = t.order_ref and c.asset = t.asset)
          when 'movement' then exists (select 1 from outgoing c where c.id = t.outgoing_id
            and (t.code <> 'network_fee' or c.order_ref is not distinct from t.order_ref))
          when 'deposit' then exists (select 1 from deposit c where c.id = t.deposit_id and c.asset = t.asset)
          when 'withdrawal' then exists (select 1 from withdrawal c where c.id = t.withdrawal_id and c.asset = t.asset)
          when 'reward' then exists (select 1 from reward c where c.id = t.reward_id and c.asset = t.asset)
          when 'reward_payout' then exists (select 1 from affiliate_payout c where c.id = t.affiliate_payout_id and c.asset = t.asset)
          when 'closing' then exists (select 1 from account_closing c where c.member_id = t.closing_id)
          else exists (select 1 from transfer c where c.id = t.caused_by and c.asset = t.asset) end
      union all
      select t.id, t.code, t.amount, t.asset, 'entry' from transfer t
        where t.kind in ('posted', 'pending') and t.code in ('adjustment', 'debt', 'given_up', 'deposit', 'withdrawal', 'withdrawal_fee', 'affiliate')
          and cause_kind(t) = 'entry' and not exists (select 1 from audit a
            where a.id = t.audit_id or a.details->>'transfer' = regexp_replace(t.id, ':shortfall$', ''))`,
    sentence: (row) =>
      `The transfer ${row.subject} moves ${row.amount} ${row.asset} (${row.code}), but its cause of kind ${row.cause} is not there.`,
  },
  {
    name: "wallets_move_for_their_owner",
    // After an account was erased, the owner of its rows is unknown.
    query: `with moved as (
        select t.*, coalesce(${memberOn("debit")}, ${memberOn("credit")}) as member_id,
            ${memberOn("debit")} is not null and ${memberOn("credit")} is not null as is_between
          from transfer t
          where starts_with(t.debit_account, 'member:') or starts_with(t.credit_account, 'member:')
      ), owned as (
        select t.id as subject, t.code, t.amount, t.asset, t.member_id, t.is_between,
            t.caused_by is not null and by.id is null as is_loose,
            case
              when ${causeColumn("deposit_id")} is not null then (select coalesce(c.member_id, t.member_id) from deposit c where c.id = ${causeColumn("deposit_id")})
              when ${causeColumn("withdrawal_id")} is not null then (select coalesce(c.member_id, t.member_id) from withdrawal c where c.id = ${causeColumn("withdrawal_id")})
              when ${causeColumn("affiliate_payout_id")} is not null then (select coalesce(p.member_id, t.member_id)
                from affiliate_payout c join partner p on p.id = c.partner_id where c.id = ${causeColumn("affiliate_payout_id")})
              when ${causeColumn("audit_id")} is not null then (select c.details->>'member' from audit c where c.id = ${causeColumn("audit_id")})
              when ${causeColumn("order_ref")} is not null then (select case when c.owner_id is null and c.email is null then t.member_id else c.owner_id end
                from exchange_order c where c.ref = ${causeColumn("order_ref")})
              when t.closing_id is not null then t.closing_id
            end as owner
          from moved t left join transfer by on by.id = t.caused_by
      )
      select * from owned where is_between or is_loose or owner is distinct from member_id`,
    sentence: (row) =>
      `The transfer ${row.subject} moves ${row.amount} ${row.asset} (${row.code}) of the member ${row.member_id}, but its cause ` +
      `is ${row.owner === null ? "of nobody" : `of ${row.owner}`}${row.is_between ? ", and another member's account is its other side" : ""}.`,
  },
  {
    name: "partners_accounts_move_for_their_owner",
    query: `select t.id as subject, t.code, t.amount, t.asset, coalesce(w.partner_id, o.partner_id, 'nobody') as owner,
        t.debit_account, t.credit_account
      from transfer t left join reward w on w.id = t.reward_id left join affiliate_payout o on o.id = t.affiliate_payout_id
      where (starts_with(t.debit_account, 'affiliate:') or starts_with(t.credit_account, 'affiliate:'))
        and 'affiliate:' || coalesce(w.partner_id, o.partner_id, '') || ':' || t.asset not in (t.debit_account, t.credit_account)`,
    sentence: (row) =>
      `The transfer ${row.subject} moves ${row.amount} ${row.asset} from ${row.debit_account} to ${row.credit_account}, but its ` +
      `cause is of ${row.owner}.`,
  },
  {
    name: "orders_move_their_own_accounts",
    query: `select t.id as subject, t.code, t.amount, t.asset, t.order_ref, t.debit_account, t.credit_account from transfer t
      where (t.debit_account like any (array['order:%', 'wrong:%'])
          and split_part(t.debit_account, ':', 2) is distinct from t.order_ref)
        or (t.credit_account like any (array['order:%', 'wrong:%'])
          and split_part(t.credit_account, ':', 2) is distinct from t.order_ref)`,
    sentence: (row) =>
      `The transfer ${row.subject} moves ${row.amount} ${row.asset} from ${row.debit_account} to ${row.credit_account}, but it is ` +
      `of order ${row.order_ref ?? "none"}.`,
  },
  {
    name: "unclaimed_money_is_of_its_cause",
    // What is kept for one cannot be taken for another.
    query: `with kept as (${keptMoney})
      select k.origin || ' ' || k.id as subject, k.asset, k.amount, d.status, d.amount as expected
        from kept k left join deposit d on k.origin = 'deposit' and d.id = k.id
        where k.amount < 0 or k.held > k.amount or k.origin = 'other' or (d.id is not null and case
          -- On its way to an account outside, or a part of it is back.
          when d.status = 'returned' or k.held > 0 then k.amount > d.amount
          else k.amount <> case when d.status in ('collecting', 'unclaimed') then d.amount else 0 end end)`,
    sentence: (row) =>
      `For ${row.subject} ${row.amount} ${row.asset} is kept as unclaimed` +
      `${row.status === null ? "" : `; it is ${row.status}, of ${row.expected}`}.`,
  },
  {
    name: "unclaimed_payouts_are_booked_once",
    // What left, came back and became ours, compared with how the payout ended.
    query: `with booked as (
        select t.outgoing_id as id, sum(t.amount) filter (where flow_account(t.credit_account) = 'rail') as out,
            sum(t.amount) filter (where t.credit_account = 'unclaimed:' || t.asset) as back,
            sum(t.amount) filter (where t.credit_account = 'reserve:' || t.asset) as ours
          from transfer t where t.code = 'unclaimed_payout' and t.kind in ('posted', 'post') group by 1
      ), sums as (
        select coalesce(u.id, b.id) as subject, u.id is null as is_loose, u.status, u.amount, d.status as deposit,
            coalesce(b.out, 0) as out, coalesce(b.back, 0) as back, coalesce(b.ours, 0) as ours
          from unclaimed_payout u full join booked b using (id) left join deposit d on d.id = u.deposit_id
      )
      select * from sums where is_loose or out <> case when status in ('sent', 'returned') then amount else 0 end
        or case status when 'returned' then back not between 1 and amount else back <> 0 end
        or ours <> 0 and (deposit is distinct from 'taken_back'
          or ours <> case status when 'failed' then amount when 'returned' then back else 0 end)`,
    sentence: (row) =>
      `The payout ${row.subject} of unclaimed money is ${row.status ?? "not there"}, but ${row.out} left, ${row.back} came back ` +
      `and ${row.ours} became ours.`,
  },
];
