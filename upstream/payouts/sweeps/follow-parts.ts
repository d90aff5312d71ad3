import { and, eq, like, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { sweepPart, transfer } from "../../db/schema/index.ts";
import type { Booking } from "../../ledger/rules/booking.ts";
import { sweepToppedUpAgain } from "../../ledger/rules/sweep-postings.ts";
import type { OutgoingRow } from "../../ports/payout-owner.ts";
import type { PartEnd } from "../../ports/payout-rail.ts";

type PartRow = typeof sweepPart.$inferSelect;
type PartChange = Partial<Omit<PartRow, "sweepId" | "address" | "amount" | "payments" | "isLegacy">>;

/**
 * Updates the addresses of a settled sweep to the result of its last inclusion, in the caller's transaction and under the lock
 * of the sweep. Returns the bookings between our accounts, without the network fees. Every version of a transfer moves the same
 * amount, and a failure is final, so only costs can differ. An address whose transfer fails now keeps its state and its
 * remainder: its money is booked back with the end `returned`.
 */
export async function followParts(tx: Tx, sweep: OutgoingRow, ends: readonly PartEnd[]): Promise<Booking[]> {
  const endByAddress = new Map(ends.map((end) => [end.address, end]));
  const parts = await tx.select().from(sweepPart).where(eq(sweepPart.sweepId, sweep.id));
  let toppedUp = 0n;
  for (const part of parts) {
    const end = endByAddress.get(part.address);
    if (!end) continue;
    toppedUp += end.gas ? end.gas.toppedUp - part.toppedUp : 0n;
    await savePart(tx, part, changeOf(end));
  }
  const gasAsset = ends.find(({ gas }) => gas)?.gas?.asset;
  if (gasAsset === undefined || toppedUp <= 0n) return [];
  return [sweepToppedUpAgain(sweep, { gasAsset, toppedUp, number: 1 + (await countTransfersOfInclusions(tx, sweep)) })];
}

function changeOf({ txId: railTxId, fee, gas, hasArrived, reason }: PartEnd): PartChange {
  const costs = gas && { gasAsset: gas.asset, toppedUp: gas.toppedUp, topUpFee: gas.topUpFee };
  return { railTxId, fee, ...costs, reason: hasArrived ? null : (reason ?? null) };
}

async function savePart(tx: Tx, part: PartRow, change: PartChange): Promise<void> {
  const isNew = Object.entries(change).some(([name, value]) => part[name as keyof PartChange] !== value);
  if (!isNew) return;
  const { sweepId, address } = part;
  await tx
    .update(sweepPart)
    .set(change)
    .where(and(eq(sweepPart.sweepId, sweepId), eq(sweepPart.address, address)));
}

/** Transfers that earlier inclusions have booked: the ids of further ones go on from their number. */
async function countTransfersOfInclusions(tx: Tx, { id }: Pick<OutgoingRow, "id">): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(transfer)
    .where(and(eq(transfer.outgoingId, id), like(transfer.id, "sweep:%:again-%")));
  return row?.count ?? 0;
}
