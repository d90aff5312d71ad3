import { runSql, type SqlTarget } from "./raw-sql.ts";

/** A state of an entry of a list: another fingerprint is another state. */
export type ListedState = { list: string; entry: string; fingerprint: string };

/** Confirmed hits on the money of the movement `$1`: of its order or deposit, and of other movements of the same money. */
const confirmedOnMoney = `with money as (
    select o.id, coalesce(o.order_ref, u.order_ref) as order_ref, coalesce(o.withdrawal_id, u.withdrawal_id) as withdrawal_id,
        u.deposit_id, u.closing_id
      from outgoing o left join unclaimed_payout u on u.id = o.id where o.id = $1
  ), subjects as (
    select 'order' as kind, order_ref as id from money
    union select 'deposit', deposit_id from money
    union select 'movement', o.id from money m join outgoing o on o.order_ref = m.order_ref
    union select 'movement', o.id from money m join outgoing o on o.withdrawal_id = m.withdrawal_id
    union select 'movement', u.id from money m join unclaimed_payout u
      on coalesce(u.order_ref, u.deposit_id, u.closing_id, u.withdrawal_id)
        = coalesce(m.order_ref, m.deposit_id, m.closing_id, m.withdrawal_id)
  )
  select distinct h.list, h.entry, h.fingerprint from subjects s
    join screening_hit h on h.subject_kind = s.kind and h.subject_id = s.id and h.state = 'confirmed' where s.id <> $1`;

/** What has been confirmed of the money that a movement sends, before it was to be sent or in an earlier attempt. */
export async function selectConfirmedOnMoney(target: SqlTarget, movementId: string): Promise<ListedState[]> {
  const rows = await runSql(target, confirmedOnMoney, [movementId]);
  return rows.map((row) => ({
    ...{ list: String(row.list), entry: String(row.entry), fingerprint: String(row.fingerprint) },
  }));
}
