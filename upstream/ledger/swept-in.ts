import { and, asc, eq, gt, inArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Tx } from "../db/database.ts";
import { outgoing, transfer } from "../db/schema/index.ts";
import { accounts } from "../domain/ledger/booking.ts";
import { sweepGoneOf, sweepHoldOf } from "../domain/ledger/sweep-postings.ts";

type SweepStep = { id: string; status: string; heldAt: bigint; returnedAt: bigint | null; isWhole: boolean };

/**
 * The sweep that has moved a payment to where its rail pays out from; `arrival` is the transfer that booked the payment at
 * the deposit addresses. A sweep moves all that lies there when it is asked for. Null where the payment lies at its
 * deposit address, where its sweep has not arrived, and where a sweep came back in part, so that it may lie in either place.
 */
export async function sweptIn(
  tx: Tx,
  place: { rail: string; asset: string },
  arrival: string | undefined,
): Promise<string | null> {
  if (arrival === undefined) return null;
  const [arrived] = await tx.select({ at: transfer.seq }).from(transfer).where(eq(transfer.id, arrival));
  if (!arrived) return null;
  let at = arrived.at;
  for (const sweep of await sweepsAfter(tx, place, at)) {
    // Asked for before the payment was back from the sweep before.
    if (sweep.heldAt < at) continue;
    if (sweep.status === "sent") return sweep.id;
    if (sweep.status === "sending" || !sweep.isWhole || sweep.returnedAt === null) return null;
    at = sweep.returnedAt;
  }
  return null;
}

/** Failed ones have moved nothing. */
async function sweepsAfter(tx: Tx, { rail, asset }: { rail: string; asset: string }, at: bigint): Promise<SweepStep[]> {
  const back = alias(transfer, "back");
  const cost = sql`(select coalesce(sum(gone.amount), 0) from transfer gone where gone.credit_account = ${back.creditAccount}
    and (gone.id = ${transfer.id} || ':gone' or starts_with(gone.id, ${transfer.id} || ':gone:')))`;
  return tx
    .select({
      ...{ id: outgoing.id, status: outgoing.status, heldAt: transfer.seq, returnedAt: back.seq },
      isWhole: sql<boolean>`coalesce(${back.amount} + ${cost} = ${outgoing.amount}, false)`,
    })
    .from(outgoing)
    .innerJoin(transfer, eq(transfer.id, sql`'sweep:' || ${outgoing.id}`))
    .leftJoin(back, eq(back.id, sql`${transfer.id} || ':returned'`))
    .where(
      and(
        ...[eq(outgoing.kind, sql`'sweep'`), eq(outgoing.rail, rail), eq(outgoing.asset, asset), gt(transfer.seq, at)],
        inArray(outgoing.status, ["sending", "sent", "returned"]),
      ),
    )
    .orderBy(asc(transfer.seq));
}

/** What payments that were taken back have cost a sweep so far, minor units. */
export async function goneOf(tx: Tx, sweep: { id: string }): Promise<bigint> {
  const name = sweepGoneOf(sweep);
  const [gone] = await tx
    .select({ amount: sql<string>`coalesce(sum(${transfer.amount}), 0)` })
    .from(transfer)
    .where(or(eq(transfer.id, name), sql`starts_with(${transfer.id}, ${`${name}:`})`));
  return BigInt(gone?.amount ?? 0);
}

/**
 * What was taken back at the deposit addresses since a sweep was asked for, minor units, less what of it has come back from
 * where the rail pays out already.
 */
export async function takenBackSince(tx: Tx, sweep: { id: string; rail: string; asset: string }): Promise<bigint> {
  const deposits = accounts.deposits(sweep.rail, sweep.asset);
  const { amount, code, creditAccount, debitAccount, id, kind, seq } = transfer;
  const isCovered = sql`${debitAccount} = ${deposits} and ${code} = 'rebalance' and ${id} not like '%:returned'`;
  const part = sql`case when ${creditAccount} = ${deposits} and ${code} <> 'rebalance' then ${amount}
    when ${isCovered} then -${amount} else 0 end`;
  const askedFor = tx
    .select({ seq })
    .from(transfer)
    .where(eq(id, sweepHoldOf(sweep)));
  const [sum] = await tx
    .select({ amount: sql<string>`coalesce(sum(${part}), 0)` })
    .from(transfer)
    .where(and(eq(kind, "posted"), gt(seq, sql`(${askedFor})`)));
  return BigInt(sum?.amount ?? 0);
}
