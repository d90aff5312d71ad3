import { and, asc, eq, gt, inArray, ne, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { outgoing, sweepPart, transfer } from "../db/schema/index.ts";
import type { BookedMovement } from "./rules/compare-sendings.ts";
import { placeOf } from "./rules/place-accounts.ts";
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
  const [fees, arrived] = [await feesOf(tx, rail, ids), await arrivedOf(tx, ids)];
  return rows.map((row) => {
    const { id, kind, asset, amount, status, settledAt } = row;
    const moved = kind === "sweep" ? (arrived.get(id) ?? 0n) : status === "sent" ? amount : 0n;
    return { id, asset, amount, moved, effects: effectsOf(row, moved), fees: fees.get(id) ?? [], endedAt: settledAt };
  });
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

/** What has arrived of sweeps, less what has come back. */
async function arrivedOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: sweepPart.sweepId, amount: sql<string>`sum(${sweepPart.amount} - ${sweepPart.returned})::text` })
    .from(sweepPart)
    .where(and(inArray(sweepPart.sweepId, [...ids]), inArray(sweepPart.state, ["arrived", "returned"])))
    .groupBy(sweepPart.sweepId);
  return new Map(rows.map(({ id, amount }) => [id, BigInt(amount)]));
}

/** Network fees that are booked for movements, at the place that has paid them. */
async function feesOf(
  tx: Tx,
  rail: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly PlacedAmount[]>> {
  if (ids.length === 0) return new Map();
  const { outgoingId, creditAccount, asset } = transfer;
  const rows = await tx
    .select({ outgoingId, creditAccount, asset, amount: sql<string>`sum(${transfer.amount})::text` })
    .from(transfer)
    .where(
      and(
        inArray(outgoingId, [...ids]),
        eq(transfer.code, sql`'network_fee'`),
        inArray(transfer.kind, ["posted", "post"]),
      ),
    )
    .groupBy(outgoingId, creditAccount, asset);
  const fees = new Map<string, PlacedAmount[]>();
  for (const { outgoingId: id, creditAccount: account, asset: of, amount } of rows) {
    const place = placeOf(rail, account);
    if (id === null || place === undefined) continue;
    fees.set(id, [...(fees.get(id) ?? []), { place, asset: of, amount: BigInt(amount) }]);
  }
  return fees;
}
