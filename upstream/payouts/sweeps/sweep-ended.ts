import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { noAddress, outgoing, sweepPart } from "../../db/schema/index.ts";
import { BookingRefused, book } from "../../ledger/book.ts";
import { type AddressMoney, arrivesFrom, comesBackTo, nothingThere } from "../../ledger/rules/address-money.ts";
import type { Booking } from "../../ledger/rules/booking.ts";
import {
  sweepArrived,
  sweepArrivedLate,
  sweepFailed,
  sweepHoldOf,
  sweepReturned,
} from "../../ledger/rules/sweep-postings.ts";
import { spentGas } from "../../ledger/spent-gas.ts";
import { lockAddresses } from "../../ledger/sweeps/read-addresses.ts";
import type { Context } from "../../ports/context.ts";
import type { MovementEnd, OutgoingRow, PayoutOwner } from "../../ports/payout-owner.ts";
import { isRefusal, type Refusal } from "../../shared/rules/refusal.ts";
import { smaller } from "../../shared/rules/smaller.ts";

/** Sweeps of our own: nobody but us is told of their end, and nobody forbids them. */
export const sweepPayouts: PayoutOwner<Context> = {
  kinds: ["sweep"],
  ended: (ctx, { movement, end }, acceptOnce) => sweepEnded(ctx, movement, end, acceptOnce),
  obstacle: async () => null,
  effect: async () => ({ source: "house", destination: "house", causedBy: "house", proof: "none", wallet: null }),
};

/** Books the end of a sweep in one transaction, under the lock of its row. */
async function sweepEnded(
  ctx: Pick<Context, "clock" | "db" | "jobs" | "market">,
  { id }: Pick<OutgoingRow, "id">,
  end: MovementEnd,
  acceptOnce: (tx: Tx) => Promise<boolean>,
): Promise<Refusal | undefined> {
  try {
    await ctx.db.transaction(async (tx) => {
      if (!(await acceptOnce(tx))) return;
      const [movement] = await tx.select().from(outgoing).where(eq(outgoing.id, id)).for("update");
      if (movement) await bookEnd(tx, movement, end, ctx.clock.now());
    });
  } catch (error) {
    if (error instanceof BookingRefused) return error.refusal;
    throw error;
  }
  ctx.jobs.wakeWorkers();
  // What has arrived is for sale.
  ctx.market.changed();
  return undefined;
}

async function bookEnd(tx: Tx, movement: OutgoingRow, end: MovementEnd, now: Date): Promise<void> {
  const change = (next: Partial<OutgoingRow>) => tx.update(outgoing).set(next).where(eq(outgoing.id, movement.id));
  if (end.state === "settled" && (movement.status === "sent" || movement.status === "returned")) {
    await change({ alarm: "other_transaction", otherTxId: end.txId });
    return;
  }
  const parts = await partsOf(tx, movement);
  const addresses = await lockAddresses(
    tx,
    movement,
    parts.map(({ address }) => address),
  );
  await change(movementChange(movement, end, now));
  const ended = parts.map((part) => endOf(part, end));
  const back = end.state === "returned" ? returnedBy(parts, end) : new Map<string, bigint>();
  for (const [at, part] of parts.entries()) await savePart(tx, part, ended[at], back.get(part.address));
  const amounts = { arrived: sumArrived(parts, ended, addresses), returned: sumReturned(back, addresses) };
  const booked = await book(tx, await bookingsOf(tx, movement, end, amounts), now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
}

type PartRow = typeof sweepPart.$inferSelect;
type PartChange = Pick<PartRow, "state" | "railTxId" | "fee">;

/** A sweep by a version without parts is one that has no address. */
async function partsOf(tx: Tx, { id: sweepId, amount }: OutgoingRow): Promise<PartRow[]> {
  const rows = await tx.select().from(sweepPart).where(eq(sweepPart.sweepId, sweepId)).orderBy(asc(sweepPart.address));
  if (rows.length > 0) return rows;
  return tx.insert(sweepPart).values({ sweepId, address: noAddress, amount, payments: [], isLegacy: true }).returning();
}

/** Undefined where this end says nothing of it. */
function endOf(part: PartRow, end: MovementEnd): PartChange | undefined {
  if (end.state === "returned") return undefined;
  if (end.state !== "settled") return { state: "failed", railTxId: null, fee: null };
  if (end.parts === undefined) return { state: "arrived", railTxId: end.txId, fee: null };
  const own = end.parts.find(({ address }) => address === part.address);
  return { state: own?.hasArrived ? "arrived" : "failed", railTxId: own?.txId ?? null, fee: own?.fee ?? null };
}

/** What comes back, by address. Where the rail names an amount and no addresses, the first ones by name. */
function returnedBy(
  parts: readonly PartRow[],
  { amount, back }: Extract<MovementEnd, { state: "returned" }>,
): Map<string, bigint> {
  const moved = parts.filter(({ state, address }) => state === "arrived" && (!back || back.includes(address)));
  let left = amount;
  const returned = new Map<string, bigint>();
  for (const part of moved) {
    const here = left === null ? part.amount : smaller(left, part.amount);
    if (here > 0n) returned.set(part.address, here);
    if (left !== null) left -= here;
  }
  return returned;
}

async function savePart(
  tx: Tx,
  { sweepId, address }: PartRow,
  ended: PartChange | undefined,
  returned: bigint | undefined,
): Promise<void> {
  const next = returned === undefined ? ended : ({ state: "returned", returned } as const);
  if (!next) return;
  await tx
    .update(sweepPart)
    .set(next)
    .where(and(eq(sweepPart.sweepId, sweepId), eq(sweepPart.address, address)));
}

function sumArrived(
  parts: readonly PartRow[],
  ended: readonly (PartChange | undefined)[],
  addresses: ReadonlyMap<string, AddressMoney>,
): bigint {
  return parts.reduce((sum, { address, amount }, at) => {
    if (ended[at]?.state !== "arrived") return sum;
    const there = addresses.get(address) ?? nothingThere;
    return sum + (address === noAddress ? amount : arrivesFrom(there, amount));
  }, 0n);
}

function sumReturned(back: ReadonlyMap<string, bigint>, addresses: ReadonlyMap<string, AddressMoney>): bigint {
  return [...back].reduce((sum, [address, amount]) => {
    const there = addresses.get(address) ?? nothingThere;
    return sum + (address === noAddress ? amount : comesBackTo(there, amount));
  }, 0n);
}

/** `arrived`, `returned`: what leaves the deposit addresses, and what is there again; minor units. */
async function bookingsOf(
  tx: Tx,
  movement: OutgoingRow,
  end: MovementEnd,
  { arrived, returned }: { arrived: bigint; returned: bigint },
): Promise<Booking[]> {
  switch (end.state) {
    case "settled": {
      const money = { ...movement, amount: arrived };
      const fee = await spentGas(tx, movement, end.networkFee, "sent");
      if (movement.status !== "failed") return [sweepArrived(money), ...fee];
      return arrived > 0n ? [sweepArrivedLate(money), ...fee] : fee;
    }
    case "returned":
      return returned > 0n ? [sweepReturned({ ...movement, amount: returned })] : [];
    default:
      return [sweepFailed(movement), ...(await spentGas(tx, movement, end.networkFee, "failed"))];
  }
}

function movementChange(movement: OutgoingRow, end: MovementEnd, now: Date): Partial<OutgoingRow> {
  switch (end.state) {
    case "settled": {
      const sent = { status: "sent", railTxId: end.txId, settledAt: now } as const;
      const late = { transferId: `${sweepHoldOf(movement)}:late`, alarm: "sent_after_failure" } as const;
      return movement.status === "failed" ? { ...sent, ...late } : sent;
    }
    case "returned":
      return { status: "returned" };
    default:
      return { status: "failed", settledAt: now };
  }
}
