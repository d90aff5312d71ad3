import { and, asc, eq, gt, inArray, like, ne, or, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { outgoing, sweepPart, transfer } from "../../db/schema/index.ts";
import type { BookedMovement } from "./rules/compare-sendings.ts";
import { railPlaceOf } from "./rules/place-accounts.ts";
import type { PlacedAmount } from "./rules/statement-lines.ts";

/** Rows read at once. */
const pageSize = 500;

type OutgoingRow = typeof outgoing.$inferSelect;

/** The movements of a rail with these ids; others are left out. */
export async function movementsAmong(
  tx: Tx,
  rail: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BookedMovement>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(outgoing)
    .where(and(eq(outgoing.rail, rail), inArray(outgoing.id, [...ids])));
  return new Map((await withBookings(tx, rail, rows)).map((movement) => [movement.id, movement]));
}

/** All movements of a rail that are over, by their ids. */
export async function* endedMovements(tx: Tx, rail: string): AsyncGenerator<readonly BookedMovement[]> {
  for (let after = ""; ; ) {
    const rows = await tx
      .select()
      .from(outgoing)
      .where(and(eq(outgoing.rail, rail), ne(outgoing.status, "sending"), gt(outgoing.id, after)))
      .orderBy(asc(outgoing.id))
      .limit(pageSize);
    const last = rows.at(-1);
    if (!last) return;
    yield await withBookings(tx, rail, rows);
    after = last.id;
  }
}

async function withBookings(tx: Tx, rail: string, rows: readonly OutgoingRow[]): Promise<BookedMovement[]> {
  const ids = rows.map(({ id }) => id);
  const [fees, sweeps] = [await feesOf(tx, rail, ids), await sweepsAmong(tx, ids)];
  const returned = await returnsAmong(tx, rows);
  return rows.map((row) => {
    const { id, kind, asset, amount, status, settledAt } = row;
    const sweep = sweeps.get(id);
    const left = status === "sent" || status === "returned" ? amount - (returned.get(id) ?? 0n) : 0n;
    const moved = kind === "sweep" ? (sweep?.moved ?? 0n) : left;
    const effects = [...effectsOf(row, moved), ...(sweep?.topUps ?? [])];
    return { id, asset, amount, moved, effects, fees: fees.get(id) ?? [], endedAt: settledAt };
  });
}

/** What came back of movements that were sent: a part of one may have. */
async function returnsAmong(tx: Tx, rows: readonly OutgoingRow[]): Promise<ReadonlyMap<string, bigint>> {
  const back = rows.filter(({ status }) => status === "returned");
  if (back.length === 0) return new Map();
  const refs = back.flatMap(({ orderRef }) => orderRef ?? []);
  const owners = back.flatMap(({ withdrawalId }) => withdrawalId ?? []);
  const booked = await tx
    .select({ ref: transfer.orderRef, withdrawalId: transfer.withdrawalId, amount: transfer.amount })
    .from(transfer)
    .where(
      or(
        and(inArray(transfer.orderRef, refs), eq(transfer.code, "payout_returned")),
        and(inArray(transfer.withdrawalId, owners), like(transfer.id, "withdrawal:%:returned")),
      ),
    )
    .orderBy(asc(transfer.seq));
  // The next payout of an order is made after the one before has come back.
  const inOrder = back.toSorted((a, b) => a.attempt - b.attempt);
  const returns = new Map<string, bigint>();
  for (const { id, orderRef, withdrawalId, amount } of inOrder) {
    const at = booked.findIndex(
      (bookedReturn) => (orderRef ?? withdrawalId) === (bookedReturn.ref ?? bookedReturn.withdrawalId),
    );
    const [booking] = at === -1 ? [] : booked.splice(at, 1);
    returns.set(id, booking?.amount ?? amount);
  }
  return returns;
}

function effectsOf({ kind, asset }: Pick<OutgoingRow, "kind" | "asset">, moved: bigint): PlacedAmount[] {
  if (moved === 0n) return [];
  const hot = { place: "hot", asset } as const;
  if (kind !== "sweep") return [{ ...hot, amount: -moved }];
  return [
    { ...hot, amount: moved },
    { place: "deposits", asset, amount: -moved },
  ];
}

/** What sweeps have moved to where the rail pays out, and what the gas account has sent for it. */
type SweepSums = { moved: bigint; topUps: PlacedAmount[] };

async function sweepsAmong(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, SweepSums>> {
  if (ids.length === 0) return new Map();
  const { sweepId, state, amount, remainder, returned, gasAsset, toppedUp } = sweepPart;
  // What came back whole has taken with it what had stayed at the address.
  const left = sql`case when ${returned} = ${amount} then 0 else ${amount} - ${remainder} - ${returned} end`;
  const rows = await tx
    .select({
      sweepId,
      gasAsset,
      moved: sql<string>`coalesce(sum(${left}) filter (where ${inArray(state, ["arrived", "returned"])}), 0)::text`,
      toppedUp: sql<string>`sum(${toppedUp})::text`,
    })
    .from(sweepPart)
    .where(inArray(sweepId, [...ids]))
    .groupBy(sweepId, gasAsset);
  const sweeps = new Map<string, SweepSums>();
  for (const row of rows) {
    const { moved, topUps } = sweeps.get(row.sweepId) ?? { moved: 0n, topUps: [] };
    const sent = row.gasAsset === null ? [] : topUpOf(row.gasAsset, BigInt(row.toppedUp));
    sweeps.set(row.sweepId, { moved: moved + BigInt(row.moved), topUps: [...topUps, ...sent] });
  }
  return sweeps;
}

function topUpOf(asset: string, amount: bigint): PlacedAmount[] {
  if (amount === 0n) return [];
  return [
    { place: "gas", asset, amount: -amount },
    { place: "deposits", asset, amount },
  ];
}

/** Network fees that are booked for movements, at the place that has paid them. */
async function feesOf(
  tx: Tx,
  rail: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly PlacedAmount[]>> {
  if (ids.length === 0) return new Map();
  const { outgoingId, asset } = transfer;
  // A payout that was included again may have cost less: that comes back to where it was paid from.
  const isPaid = like(transfer.creditAccount, "assets:%");
  const account = sql<string>`case when ${isPaid} then ${transfer.creditAccount} else ${transfer.debitAccount} end`;
  const signed = sql`case when ${isPaid} then ${transfer.amount} else -${transfer.amount} end`;
  const rows = await tx
    .select({ outgoingId, account, asset, amount: sql<string>`sum(${signed})::text` })
    .from(transfer)
    .where(
      and(
        inArray(outgoingId, [...ids]),
        eq(transfer.code, sql`'network_fee'`),
        inArray(transfer.kind, ["posted", "post"]),
      ),
    )
    .groupBy(outgoingId, sql`2`, asset);
  const fees = new Map<string, PlacedAmount[]>();
  for (const { outgoingId: id, account: paidFrom, asset: of, amount } of rows) {
    const place = railPlaceOf(rail, paidFrom);
    if (id === null || place === undefined) continue;
    fees.set(id, [...(fees.get(id) ?? []), { place, asset: of, amount: BigInt(amount) }]);
  }
  return fees;
}
