import { z } from "zod/v4";
import type { SweepSteps } from "../../ledger/rules/sweep-members.ts";
import { runSql, type SqlTarget } from "./raw-sql.ts";

/**
 * What leaves the deposit addresses `$1` after the position `$2`: sweeps are `pending`, and the rest `posted`. Uses the index
 * `transfer_from_deposits`, whose condition has to be repeated.
 */
const fromDeposits = (row: string, kind: "pending" | "posted") =>
  `${row}.credit_account = $1 and position('_deposits:' in ${row}.credit_account) > 0 and ${row}.kind = '${kind}'
    and ${row}.seq > $2`;

/** Uses the index `transfer_of_sweep`, whose condition has to be repeated. */
const goneOf = (sweepId: string) => `select coalesce(sum(t.amount), 0) as amount from transfer t
    where t.id like 'sweep:%' and split_part(t.id, ':', 2) = ${sweepId} and split_part(t.id, ':', 3) = 'gone'`;

export const sweepsAtOnce = 20;
const nextSweeps = `with h as materialized (
    select t.id, t.seq from transfer t where ${fromDeposits("t", "pending")} order by t.seq limit ${sweepsAtOnce}
  ) select o.id, o.amount::text as amount, h.seq::text as "heldAt",
    coalesce(e.seq, l.seq)::text as "arrivedAt", o.status = 'returned' as "isReturned", r.seq::text as "returnedAt",
    o.status = 'returned' and coalesce(r.amount, 0) + g.amount < o.amount as "isPart", g.amount::text as gone
  from h join outgoing o on o.id = split_part(h.id, ':', 2) and o.kind = 'sweep'
  left join transfer e on e.pending_id = h.id and e.kind = 'post'
  left join transfer l on l.id = h.id || ':late'
  left join transfer r on r.id = h.id || ':returned'
  cross join lateral (${goneOf("o.id")}) g
  order by h.seq`;

const whole = z.string().transform((text) => BigInt(text));
const wholeOrNone = whole.nullable();
const sweepRow = z.object({
  ...{ id: z.string(), amount: whole, heldAt: whole, arrivedAt: wholeOrNone, isReturned: z.boolean() },
  ...{ returnedAt: wholeOrNone, isPart: z.boolean(), gone: whole },
});

/** The next sweeps of these deposit addresses that were asked for after a position, with everything that is booked of each. */
export async function selectNextSweeps(tx: SqlTarget, deposits: string, after: bigint): Promise<SweepSteps[]> {
  return (await runSql(tx, nextSweeps, [deposits, after])).map((row) => sweepRow.parse(row));
}

/** What payments that were taken back have cost a sweep so far, minor units. */
export async function selectGone(tx: SqlTarget, sweepId: string): Promise<bigint> {
  return amountIn(await runSql(tx, `select g.amount::text as amount from (${goneOf("$1")}) g`, [sweepId]));
}

const takenBack = `select t.id, t.amount::text as amount, t.seq::text as seq, t.order_ref as "orderRef" from transfer t
  where ${fromDeposits("t", "posted")} and t.code in ('deposit', 'dispute') order by t.seq`;
const takenBackRow = z.object({ id: z.string(), amount: whole, seq: whole, orderRef: z.string().nullable() });

/** The transfers that have taken payments back from these deposit addresses after a position. */
export async function selectTakenBack(tx: SqlTarget, deposits: string, after: bigint) {
  return (await runSql(tx, takenBack, [deposits, after])).map((row) => takenBackRow.parse(row));
}

const movedByHand = `select t.id from transfer t where ${fromDeposits("t", "posted")}
  and t.code not in ('deposit', 'dispute') and t.id not like 'sweep:%' order by t.seq limit 1`;

/** Whether an operator has booked money out of these deposit addresses after a position. */
export async function isMovedByHand(tx: SqlTarget, deposits: string, after: bigint): Promise<boolean> {
  return (await runSql(tx, movedByHand, [deposits, after])).length > 0;
}

const isStanding = (row: string) => `exists (select 1 from outgoing o
    where o.id = split_part(${row}.id, ':', 2) and o.kind = 'sweep' and o.status = 'sent')`;
const twiceMoved = `select t.id from transfer t join transfer first on first.id = regexp_replace(t.id, ':late$', '')
  where ${fromDeposits("t", "posted")} and t.id like 'sweep:%:late' and ${isStanding("t")} and exists (
    select 1 from transfer other where other.credit_account = $1 and position('_deposits:' in other.credit_account) > 0
      and other.kind = 'pending' and other.seq > first.seq and other.seq < t.seq and ${isStanding("other")}) limit 1`;

/** Two sweeps have moved the same payments. Until the return of one of them is reported, as much is missing. */
export async function isTwiceMoved(tx: SqlTarget, deposits: string): Promise<boolean> {
  return (await runSql(tx, twiceMoved, [deposits, 0n])).length > 0;
}

/** The position of a transfer in booking order; null where it is not booked. */
export async function selectSeq(tx: SqlTarget, id: string): Promise<bigint | null> {
  const [row] = await runSql(tx, "select seq::text as seq from transfer where id = $1", [id]);
  return row === undefined ? null : whole.parse(row.seq);
}

/** The sum of those of these transfers that are booked, minor units. */
export async function selectSum(tx: SqlTarget, ids: readonly string[]): Promise<bigint> {
  const text = "select coalesce(sum(amount), 0)::text as amount from transfer where id = any($1::text[])";
  return amountIn(await runSql(tx, text, [ids]));
}

const amountIn = ([row]: Record<string, unknown>[]) => whole.parse(row?.amount);
