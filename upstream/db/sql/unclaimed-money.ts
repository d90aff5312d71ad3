import { z } from "zod/v4";
import { runSql, type SqlTarget } from "./raw-sql.ts";

/** What unclaimed money came from. `closing`: what was given up with a closed account, by the member's id. */
export const unclaimedOrigins = ["order", "deposit", "closing", "withdrawal"] as const;
export type UnclaimedOrigin = { from: (typeof unclaimedOrigins)[number]; id: string };

/**
 * Money of the account of unclaimed money by what it came from, with what is held for a payout of it; minor units. The one
 * definition for lists, payouts and the account's checks: it reads the causes of transfers, not their names.
 */
export const keptMoney = `
  select case when coalesce(t.order_ref, u.order_ref) is not null then 'order'
      when coalesce(t.deposit_id, u.deposit_id) is not null then 'deposit'
      when coalesce(t.closing_id, u.closing_id) is not null then 'closing'
      when coalesce(t.withdrawal_id, u.withdrawal_id) is not null then 'withdrawal' else 'other' end as origin,
    coalesce(t.order_ref, u.order_ref, t.deposit_id, u.deposit_id, t.closing_id, u.closing_id, t.withdrawal_id, u.withdrawal_id,
      t.id) as id, t.asset,
    coalesce(sum(case when t.credit_account = 'unclaimed:' || t.asset then t.amount else -t.amount end)
      filter (where t.kind in ('posted', 'post')), 0) as amount,
    coalesce(sum(t.amount) filter (where t.kind = 'pending' and t.debit_account = 'unclaimed:' || t.asset
      and not exists (select 1 from transfer e where e.pending_id = t.id)), 0) as held,
    min(t.at) filter (where t.credit_account = 'unclaimed:' || t.asset) as since
  from transfer t left join unclaimed_payout u on u.id = t.outgoing_id
  where 'unclaimed:' || t.asset in (t.debit_account, t.credit_account)
  group by 1, 2, 3`;

const sumRow = z.object({ amount: z.coerce.bigint(), held: z.coerce.bigint() });

/** What is kept of one origin in one asset and not on its way out; minor units. */
export async function keptOf(reader: SqlTarget, { from, id }: UnclaimedOrigin, asset: string): Promise<bigint> {
  const text = `select amount::text as amount, held::text as held from (${keptMoney}) k
    where k.origin = $1 and k.id = $2 and k.asset = $3`;
  const [sums] = (await runSql(reader, text, [from, id, asset])).map((row) => sumRow.parse(row));
  return sums === undefined ? 0n : sums.amount - sums.held;
}

const originRow = z.object({ from: z.enum(unclaimedOrigins), id: z.string() });

/** The origins with one of these ids of which something is kept in the asset. */
export async function originsOf(reader: SqlTarget, ids: readonly string[], asset: string): Promise<UnclaimedOrigin[]> {
  const text = `select k.origin as from, k.id from (${keptMoney}) k
    where k.id = any ($1::text[]) and k.asset = $2 and k.origin <> 'other' and k.amount <> 0`;
  return (await runSql(reader, text, [ids, asset])).map((row) => originRow.parse(row));
}
