import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { noAddress, outgoing, sweepPart } from "../../db/schema/index.ts";
import { BookingRefused, book } from "../../ledger/book.ts";
import { type AddressMoney, arrivesFrom, comesBackTo, nothingThere } from "../../ledger/rules/address-money.ts";
import type { Booking } from "../../ledger/rules/booking.ts";
import type { NetworkFee } from "../../ledger/rules/network-fee.ts";
import {
  type AddressCosts,
  addressCosts,
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
  const back = end.state === "returned" ? returnedBy(parts, end) : new Map<string, bigint>();
  const moves = parts.map((part) => moveOf(part, end, back.get(part.address), addresses.get(part.address)));
  for (const [at, part] of parts.entries()) await savePart(tx, part, moves[at]?.change);
  const booked = await book(tx, await bookingsOf(tx, movement, end, sumsOf(parts, moves)), now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
}

type PartRow = typeof sweepPart.$inferSelect;
type PartChange = Partial<Omit<PartRow, "sweepId" | "address" | "amount" | "payments" | "isLegacy">>;

/**
 * What an end does at one address, minor units: `arrived` and `returned` leave or reach where the rail pays out, `remainder` and
 * `remainderBack` become our own money there or cease to be it. `change`: null where this end says nothing of the address.
 */
type PartMove = {
  change: PartChange | null;
  arrived: bigint;
  returned: bigint;
  remainder: bigint;
  remainderBack: bigint;
};

const noMove: PartMove = { change: null, arrived: 0n, returned: 0n, remainder: 0n, remainderBack: 0n };

/** A sweep by a version without parts is one that has no address. */
async function partsOf(tx: Tx, { id: sweepId, amount }: OutgoingRow): Promise<PartRow[]> {
  const rows = await tx.select().from(sweepPart).where(eq(sweepPart.sweepId, sweepId)).orderBy(asc(sweepPart.address));
  if (rows.length > 0) return rows;
  return tx.insert(sweepPart).values({ sweepId, address: noAddress, amount, payments: [], isLegacy: true }).returning();
}

/** `returned`: what comes back to this address, undefined for nothing. `there`: what lies there before. */
function moveOf(
  part: PartRow,
  end: MovementEnd,
  returned: bigint | undefined,
  there: AddressMoney = nothingThere,
): PartMove {
  const isSomewhere = part.address !== noAddress;
  if (end.state === "returned") {
    if (returned === undefined) return noMove;
    const back = isSomewhere ? comesBackTo(there, returned) : returned;
    const remainderBack = returned === part.amount ? smaller(part.remainder, back) : 0n;
    return { ...noMove, change: { state: "returned", returned }, returned: back - remainderBack, remainderBack };
  }
  const change = endOf(part, end);
  if (change.state !== "arrived") return { ...noMove, change };
  const leaving = isSomewhere ? arrivesFrom(there, part.amount) : part.amount;
  const arrived = smaller(leaving, part.amount - (change.remainder ?? 0n));
  const remainder = leaving - arrived;
  return { ...noMove, change: { ...change, remainder }, arrived, remainder };
}

function endOf(part: PartRow, end: Exclude<MovementEnd, { state: "returned" }>): PartChange {
  const ended = "parts" in end ? end.parts?.find(({ address }) => address === part.address) : undefined;
  const hasArrived = end.state === "settled" && (end.parts === undefined || ended?.hasArrived === true);
  const txId = end.state === "settled" && end.parts === undefined ? end.txId : (ended?.txId ?? null);
  const change = { railTxId: txId, fee: ended?.fee ?? null, reason: hasArrived ? null : (ended?.reason ?? null) };
  const gas = ended?.gas && {
    gasAsset: ended.gas.asset,
    toppedUp: ended.gas.toppedUp,
    topUpFee: ended.gas.topUpFee,
    remainder: hasArrived ? ended.gas.remainder : 0n,
  };
  return { ...change, ...gas, state: hasArrived ? "arrived" : "failed" };
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

async function savePart(tx: Tx, { sweepId, address }: PartRow, change: PartChange | null | undefined): Promise<void> {
  if (!change) return;
  await tx
    .update(sweepPart)
    .set(change)
    .where(and(eq(sweepPart.sweepId, sweepId), eq(sweepPart.address, address)));
}

/** Of all addresses together; `gas`: null where they pay no fees themselves. `topUpFees`: what the gas account has paid. */
type SweepSums = { arrived: bigint; returned: bigint; gas: (AddressCosts & { topUpFees: bigint }) | null };

function sumsOf(parts: readonly PartRow[], moves: readonly PartMove[]): SweepSums {
  const sum = (of: (part: PartRow, move: PartMove) => bigint) =>
    parts.reduce((total, part, at) => total + of(part, moves[at] ?? noMove), 0n);
  /** What this end says beyond what was booked with an earlier one. */
  const added = (name: "toppedUp" | "topUpFee" | "fee") =>
    sum((part, { change }) => {
      const isPaidThere = (change?.gasAsset ?? part.gasAsset) !== null;
      const [before, now] = [part[name] ?? 0n, change?.[name] ?? 0n];
      return isPaidThere && change?.[name] !== undefined && now > before ? now - before : 0n;
    });
  const asset = [...moves.map(({ change }) => change?.gasAsset), ...parts.map(({ gasAsset }) => gasAsset)].find(
    (name) => name != null,
  );
  const gas = asset != null && {
    ...{ asset, toppedUp: added("toppedUp"), topUpFees: added("topUpFee"), fee: added("fee") },
    remainder: sum((_, move) => move.remainder),
    back: sum((_, move) => move.remainderBack),
  };
  return {
    arrived: sum((_, move) => move.arrived),
    returned: sum((_, move) => move.returned),
    gas: gas || null,
  };
}

async function bookingsOf(
  tx: Tx,
  movement: OutgoingRow,
  end: MovementEnd,
  { arrived, returned, gas }: SweepSums,
): Promise<Booking[]> {
  const costs = (result: "sent" | "failed" | "returned") => (gas ? addressCosts(movement, gas, result) : []);
  const fees = (result: "sent" | "failed", networkFee: NetworkFee | null) => {
    const paid = gas ? { asset: gas.asset, amount: gas.topUpFees } : networkFee;
    return spentGas(tx, { ...movement, place: gas ? "gas" : "hot" }, paid, result);
  };
  switch (end.state) {
    case "settled": {
      const money = { ...movement, amount: arrived };
      const rest = [...(await fees("sent", end.networkFee)), ...costs("sent")];
      if (movement.status !== "failed") return [sweepArrived(money), ...rest];
      return arrived > 0n ? [sweepArrivedLate(money), ...rest] : rest;
    }
    case "returned":
      return [...(returned > 0n ? [sweepReturned({ ...movement, amount: returned })] : []), ...costs("returned")];
    default:
      return [sweepFailed(movement), ...(await fees("failed", end.networkFee)), ...costs("failed")];
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
