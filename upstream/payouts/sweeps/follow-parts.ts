import { and, eq, like, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { sweepPart, transfer } from "../../db/schema/index.ts";
import { type AddressMoney, arrivesFrom, nothingThere } from "../../ledger/rules/address-money.ts";
import type { Booking } from "../../ledger/rules/booking.ts";
import { type InclusionSums, sweepIncludedAgain } from "../../ledger/rules/sweep-postings.ts";
import { lockAddresses } from "../../ledger/sweeps/read-addresses.ts";
import type { OutgoingRow } from "../../ports/payout-owner.ts";
import type { PartEnd } from "../../ports/payout-rail.ts";
import { smaller } from "../../shared/rules/smaller.ts";

type PartRow = typeof sweepPart.$inferSelect;
type PartChange = Partial<Omit<PartRow, "sweepId" | "address" | "amount" | "payments" | "isLegacy">>;

/** What an inclusion changes at one address, minor units. */
type PartMove = { change: PartChange } & InclusionSums;

/**
 * Updates the addresses of a settled sweep to the result of its last inclusion, in the caller's transaction and under the lock
 * of the sweep. Returns the bookings between our accounts, without the network fees. An address whose transfer fails now keeps its
 * state and its remainder: its money is booked back with the end `returned`.
 */
export async function followParts(tx: Tx, sweep: OutgoingRow, ends: readonly PartEnd[]): Promise<Booking[]> {
  const endByAddress = new Map(ends.map((end) => [end.address, end]));
  const money = await lockAddresses(tx, sweep, [...endByAddress.keys()]);
  const parts = await tx.select().from(sweepPart).where(eq(sweepPart.sweepId, sweep.id));
  const moves = parts.flatMap((part) => {
    const end = endByAddress.get(part.address);
    return end ? [{ part, ...moveOf(part, end, money.get(part.address)) }] : [];
  });
  for (const { part, change } of moves) await savePart(tx, part, change);
  const sum = (name: keyof InclusionSums) => moves.reduce((total, move) => total + move[name], 0n);
  const sums = { arrived: sum("arrived"), remainder: sum("remainder"), toppedUp: sum("toppedUp") };
  const gasAsset = ends.find(({ gas }) => gas)?.gas?.asset ?? null;
  return sweepIncludedAgain(sweep, sums, { gasAsset, number: 1 + (await countTransfersOfInclusions(tx, sweep)) });
}

function moveOf(part: PartRow, end: PartEnd, there: AddressMoney = nothingThere): PartMove {
  const { txId: railTxId, fee, gas, hasArrived } = end;
  const costs = gas && { gasAsset: gas.asset, toppedUp: gas.toppedUp, topUpFee: gas.topUpFee };
  const change = { railTxId, fee, ...costs, reason: hasArrived ? null : (end.reason ?? null) };
  const sums = { arrived: 0n, remainder: 0n, toppedUp: gas ? gas.toppedUp - part.toppedUp : 0n };
  // Every version of a transfer moves the same amount: where it had arrived, only its costs can differ.
  if (!hasArrived || part.state !== "failed") return { change, ...sums };
  const leaving = arrivesFrom(there, part.amount);
  const arrived = smaller(leaving, part.amount - (gas?.remainder ?? 0n));
  const remainder = leaving - arrived;
  return { change: { ...change, state: "arrived", remainder }, ...sums, arrived, remainder };
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
