import type { LedgerCheck } from "../ledger/rules/ledger-check.ts";
import { mostCashback } from "../orders/ledger-checks/cost-limit.ts";

/** Posted movements of members' accounts, one row for each side that is a member's. */
const movements = `movements as (
    select t.id, t.seq, t.debit_account as account_id, -t.amount as amount from transfer t
      where t.kind in ('posted', 'post') and t.debit_account like 'member:%'
    union all
    select t.id, t.seq, t.credit_account, t.amount from transfer t
      where t.kind in ('posted', 'post') and t.credit_account like 'member:%'
  )`;
/** Transfers of deposits. */
const booked = "booked as (select t.* from transfer t where t.code = 'deposit')";

/** Wallets and deposits, compared with the transfers. */
export const walletChecks: readonly LedgerCheck[] = [
  {
    name: "wallet_entries_are_the_transfers",
    query: `with ${movements}
      select coalesce(m.id, e.transfer_id) as subject, coalesce(m.account_id, e.account_id) as account,
          coalesce(m.amount, 0) as moved, coalesce(e.amount, 0) as entered
        from movements m full join wallet_entry e on e.transfer_id = m.id and e.account_id = m.account_id
        where m.amount is distinct from e.amount or m.seq is distinct from e.seq
          or e.member_id <> split_part(e.account_id, ':', 2)`,
    sentence: (row) =>
      `The transfer ${row.subject} moves ${row.account} by ${row.moved}, but the wallet's history says ${row.entered}.`,
  },
  {
    name: "wallet_balances_follow_each_other",
    query: `with steps as (
        select e.*, lag(e.balance_after, 1, 0) over w as before, lag(e.at) over w as at_before,
            lag(e.credited, 1, 0) over w + greatest(e.amount, 0) as came_in, lag(e.number, 1, 0) over w + 1 as place
          from wallet_entry e window w as (partition by e.account_id order by e.seq)
      )
      select s.id as subject, s.account_id as account, s.before, s.amount, s.balance_after as after, s.credited, s.came_in,
          s.number, s.place
        from steps s
        where s.before + s.amount <> s.balance_after or s.at < s.at_before or s.credited <> s.came_in or s.number <> s.place`,
    sentence: (row) =>
      `The entry ${row.subject} of ${row.account} says ${row.after}, but ${row.before} and ${row.amount} were before it; ` +
      `it is number ${row.number} (${row.place} by the others) and says ${row.credited} came in (${row.came_in}).`,
  },
  {
    name: "wallet_histories_end_at_the_balance",
    query: `with ends as (
        select distinct on (account_id) account_id, balance_after from wallet_entry order by account_id, seq desc
      )
      select a.id as subject, a.credits_posted - a.debits_posted as posted, coalesce(e.balance_after, 0) as said
        from account a left join ends e on e.account_id = a.id
        where a.id like 'member:%' and a.credits_posted - a.debits_posted <> coalesce(e.balance_after, 0)`,
    sentence: (row) => `The history of ${row.subject} ends at ${row.said}, but the account has ${row.posted}.`,
  },
  {
    name: "money_of_members_is_in_a_wallet",
    query: `select a.id as subject, a.asset, a.credits_posted - a.debits_posted as amount, a.debits_pending as held
        from account a
        where a.id like 'member:%' and (a.credits_posted <> a.debits_posted or a.debits_pending <> 0)
          and not exists (select 1 from wallet w where 'member:' || w.member_id || ':' || w.asset = a.id)`,
    sentence: (row) =>
      `The account ${row.subject} has ${row.amount} ${row.asset}, of which ${row.held} is held, but its member has no wallet for it.`,
  },
  {
    name: "deposits_are_booked_as_they_stand",
    query: `with ${booked}, sums as (
        select deposit_id,
          sum(case when debit_account like 'assets:%' then amount when credit_account like 'assets:%' then -amount else 0 end)
            as arrived,
          sum(case when credit_account like 'member:%' then amount else 0 end) as credited
        from booked group by deposit_id
      )
      select d.id as subject, d.status, d.amount, d.asset, coalesce(s.arrived, 0) as arrived,
          coalesce(s.credited, 0) as credited
        from deposit d left join sums s on s.deposit_id = d.id
        where coalesce(s.arrived, 0) <>
            case when d.status in ('credited', 'collecting', 'unclaimed', 'returned', 'checking') then d.amount else 0 end
          or (d.status = 'credited' and coalesce(s.credited, 0) < d.amount)
          or (d.status in ('pending', 'gone') and coalesce(s.credited, 0) > 0)`,
    sentence: (row) =>
      `The deposit ${row.subject} of ${row.amount} ${row.asset} is ${row.status}, but ${row.arrived} is booked as here and ` +
      `${row.credited} as credited.`,
  },
  {
    name: "checked_deposits_are_the_account_of_checks",
    query: `with ${booked}, kept as (
        select deposit_id, asset, sum(case when starts_with(credit_account, 'checking:') then amount else -amount end) as kept
          from booked where starts_with(credit_account, 'checking:') or starts_with(debit_account, 'checking:')
          group by deposit_id, asset
      )
      select d.id as subject, d.status, d.amount, d.asset, coalesce(k.kept, 0) as kept
        from deposit d left join kept k on (k.deposit_id, k.asset) = (d.id, d.asset)
        where coalesce(k.kept, 0) <> case when d.status = 'checking' then d.amount else 0 end
      union all select a.id, 'account', a.credits_posted - a.debits_posted, a.asset, coalesce(s.kept, 0)
        from account a left join (select asset, sum(kept) as kept from kept group by asset) s on s.asset = a.asset
        where starts_with(a.id, 'checking:') and a.credits_posted - a.debits_posted <> coalesce(s.kept, 0)`,
    sentence: (row) =>
      `The deposit ${row.subject} of ${row.amount} ${row.asset} is ${row.status}, but ${row.kept} is kept for its check.`,
  },
  {
    name: "booked_deposits_have_their_row",
    query: `with ${booked}
      select b.id as subject, b.amount, b.asset from booked b
        where not exists (select 1 from deposit d where d.id = b.deposit_id and d.asset = b.asset)`,
    sentence: (row) => `The transfer ${row.subject} books a deposit of ${row.amount} ${row.asset} that is not there.`,
  },
  {
    name: "debts_are_what_was_taken_back",
    query: `with taken as (
        select d.member_id, d.asset, t.amount from transfer t join deposit d on d.id = t.deposit_id
          where t.code = 'deposit' and t.debit_account = 'reserve:' || t.asset
            -- What a wallet never had, nobody owes to it.
            and exists (select 1 from transfer c where c.deposit_id = d.id and c.code = 'deposit' and starts_with(c.credit_account, 'member:'))
        -- A withdrawal that was sent after it had failed and been given back.
        union all select w.member_id, w.asset, t.amount from transfer t
          join withdrawal w on w.id = t.withdrawal_id
          where t.code = 'withdrawal' and t.fact and t.debit_account = 'reserve:' || t.asset
        union all select member_id, asset, owed from wallet_settling
      ), owed as (
        select member_id, asset, sum(amount) as amount from taken group by member_id, asset
      ), repaid as (
        select split_part(t.debit_account, ':', 2) as member_id, t.asset, sum(t.amount) as amount from transfer t
          where t.code = 'debt' group by 1, 2
      )
      select w.member_id || ':' || w.asset as subject, w.debt, w.asset,
          coalesce(o.amount, 0) - coalesce(r.amount, 0) as booked
        from wallet w
        left join owed o on (o.member_id, o.asset) = (w.member_id, w.asset)
        left join repaid r on (r.member_id, r.asset) = (w.member_id, w.asset)
        where w.debt <> coalesce(o.amount, 0) - coalesce(r.amount, 0)`,
    sentence: (row) =>
      `The wallet ${row.subject} says that its member owes ${row.debt} ${row.asset}, but ${row.booked} is booked as owed.`,
  },
  {
    name: "settling_money_is_booked",
    query: `select s.transfer_id as subject, s.amount, s.asset, sum(t.amount) as booked from wallet_settling s
        left join transfer t on t.id in (s.transfer_id, s.transfer_id || ':shortfall') and t.asset = s.asset
          and t.credit_account like 'member:%' and t.order_ref is not distinct from s.order_ref
        group by s.transfer_id having coalesce(sum(t.amount), 0) <> s.amount`,
    sentence: (row) =>
      `${row.amount} ${row.asset} of the transfer ${row.subject} settles later, but ${row.booked ?? 0} is booked by it.`,
  },
  {
    name: "what_wallets_gave_back_is_booked",
    query: `with booked as (
        select order_ref, asset, sum(amount) as amount from transfer
          where code in ('dispute', 'promo') and kind = 'posted' and debit_account like 'member:%' group by order_ref, asset
      ), noted as (
        select order_ref, asset, sum(taken) as taken from wallet_settling group by order_ref, asset
      )
      select coalesce(s.order_ref, b.order_ref) as subject, coalesce(s.asset, b.asset) as asset,
          coalesce(s.taken, 0) as taken, coalesce(b.amount, 0) as booked
        from noted s full join booked b on (b.order_ref, b.asset) = (s.order_ref, s.asset)
        where coalesce(s.taken, 0) <> coalesce(b.amount, 0)`,
    sentence: (row) =>
      `A wallet gave back ${row.taken} ${row.asset} of what order ${row.subject} paid into it, but ${row.booked} is booked.`,
  },
  {
    name: "wallets_give_back_what_was_lost",
    // The part of a payout or of cashback that belongs to what a rail has taken back, or to an exchange that was undone: at most, since
    // neither is undone for the wallet when the money comes again. `kept`: the least of the exchange that ever stood.
    query: `with lost as (
        select s.transfer_id, s.amount, s.asset, s.order_ref, s.taken + s.owed as back, s.transfer_id = s.order_ref || ':cashback' as is_cashback,
            o.from_amount, b.borne, least(b.exchanged - b.undone, o.from_amount - b.undone) as kept
          from wallet_settling s join exchange_order o on o.ref = s.order_ref
            cross join lateral (
              select coalesce(sum(t.amount) filter (where t.code in ('dispute', 'refund') and t.kind = 'posted'
                    and t.debit_account in ('reserve:' || t.asset, 'shortfall:' || t.asset) and starts_with(t.credit_account, 'assets:')), 0) as borne,
                  coalesce(sum(t.amount) filter (where t.code = 'conversion' and starts_with(t.debit_account, 'order:')), 0) as exchanged,
                  coalesce(sum(t.amount) filter (where t.code = 'conversion' and starts_with(t.credit_account, 'order:')), 0) as undone
                from transfer t where t.order_ref = s.order_ref and t.asset = o.from_asset) b
          where s.taken + s.owed > 0
      ), most as (
        select l.*, case when is_cashback then amount - floor(amount * greatest(kept - borne, 0) / greatest(from_amount, 1))
            when kept <= 0 then case when borne > 0 then amount else 0 end
            else ceil(amount * least(borne, kept) / kept) end as most
          from lost l
      )
      select transfer_id as subject, order_ref, asset, back, most from most where back > most`,
    sentence: (row) =>
      `Of the transfer ${row.subject} ${row.back} ${row.asset} was taken back or is owed, but order ${row.order_ref} lost no more than ` +
      `what ${row.most} of it were paid for.`,
  },
  {
    name: "cashbacks_are_those_of_completed_orders",
    query: `with booked as (
        select order_ref, asset, split_part(credit_account, ':', 2) as member_id, sum(amount) as amount from transfer
          where code = 'promo' and credit_account like 'member:%' group by 1, 2, 3
      ), promised as (
        select o.ref, o.owner_id, o.status, o.completed_at,
            case when g.kind = 'crypto' then o.to_asset else o.from_asset end as asset,
            least(floor(case when g.kind = 'crypto' then o.to_amount else o.from_amount end
              * (o.promo_terms->>'value')::numeric / 100), ${mostCashback}) as amount
          from exchange_order o join asset f on f.id = o.from_asset join asset g on g.id = o.to_asset where o.promo_terms->>'kind' = 'cashback_percent'
      )
      select coalesce(p.ref, b.order_ref) as subject, coalesce(p.amount, 0) as promised, p.asset, p.status,
          coalesce(b.amount, 0) as booked, b.asset as booked_asset
        from promised p full join booked b on b.order_ref = p.ref
        where p.ref is null or b.asset <> p.asset or b.amount > p.amount
          or (b.order_ref is not null and (p.completed_at is null or b.member_id <> coalesce(p.owner_id, b.member_id)))
          or (b.order_ref is null and p.status = 'completed' and p.amount > 0 and exists (
            select 1 from wallet w where (w.member_id, w.asset) = (p.owner_id, p.asset)))`,
    sentence: (row) =>
      `The order ${row.subject} (${row.status ?? "without such a code"}) promised ${row.promised} ${row.asset ?? ""} cashback, ` +
      `but ${row.booked} ${row.booked_asset ?? ""} is booked.`,
  },
  {
    name: "payouts_into_wallets_settle_once",
    query: `select o.id as subject, o.amount, o.asset, count(s.transfer_id) as rows from outgoing o
        left join wallet_settling s on s.transfer_id = o.transfer_id || ':post' and s.amount = o.amount
        where o.rail = 'wallet' and o.kind = 'payout' and o.status = 'sent'
        group by o.id having count(s.transfer_id) <> 1`,
    sentence: (row) =>
      `The payout ${row.subject} of ${row.amount} ${row.asset} into a wallet has ${row.rows} settle dates.`,
  },
  {
    name: "given_up_money_is_of_closed_accounts",
    query: `select t.id as subject, t.amount, t.asset, t.debit_account, t.credit_account from transfer t
      where t.code = 'given_up' and (t.credit_account <> 'unclaimed:' || t.asset or t.debit_account not like 'member:%'
        or exists (select 1 from member m where m.id = split_part(t.debit_account, ':', 2) and m.closed_at is null))`,
    sentence: (row) =>
      `The transfer ${row.subject} takes ${row.amount} ${row.asset} from ${row.debit_account} to ${row.credit_account} as ` +
      "given up, but no account was closed.",
  },
  {
    name: "deposits_are_of_the_owner_of_their_address",
    // An operator may credit one that waits to another wallet; the audit log then says to whose.
    query: `with owned as (
        select d.*, a.rail as rail_of_address, coalesce(g.asset, a.asset) as asset_of_owner,
            case when g.member is null then a.member_id else (select m.id from member m where m.id = g.member) end as owner
          from deposit d left join wallet_address a on a.id = d.address_id
          left join lateral (select e.details->'after'->>'member' as member, e.details->>'asset' as asset from audit e
            where e.action = 'deposit_assigned' and e.subject = d.id order by e.at desc, e.id desc limit 1) g on true
      )
      select id as subject, amount, asset, member_id, owner, rail, rail_of_address from owned
        where member_id is distinct from owner or wallet_asset is distinct from asset_of_owner or rail is distinct from rail_of_address`,
    sentence: (row) =>
      `The deposit ${row.subject} of ${row.amount} ${row.asset} at ${row.rail} is ${row.member_id ?? "nobody"}'s, but its address is ` +
      `of ${row.owner ?? "nobody"} at ${row.rail_of_address ?? "no rail"}, or of another asset.`,
  },
  {
    name: "entries_of_wallets_say_what_happened",
    query: `select e.id as subject, e.type, t.code, t.id as transfer from wallet_entry e join transfer t on t.id = e.transfer_id
      where e.type <> case
          when t.code = 'deposit' and e.amount > 0 then 'deposit' when t.code = 'withdrawal' and e.amount > 0 then 'withdrawal_returned'
          when t.code in ('withdrawal', 'withdrawal_fee', 'affiliate', 'refund') then t.code
          when t.code = 'payin' and e.amount < 0 then 'order_payin' when t.code = 'payout' and e.amount > 0 then 'order_payout'
          when t.code = 'debt' then 'debt_repayment' when t.code = 'promo' and e.amount > 0 then 'promo'
          when t.code in ('deposit', 'payout', 'dispute', 'promo') then 'chargeback' else 'adjustment' end
        or e.at < t.at`,
    sentence: (row) =>
      `The entry ${row.subject} of a wallet is a ${row.type}, but its transfer ${row.transfer} is a ${row.code}.`,
  },
];
