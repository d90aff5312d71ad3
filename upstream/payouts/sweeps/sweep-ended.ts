import { eq } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { outgoing } from "../../db/schema/index.ts";
import { selectGone } from "../../db/sql/sweep-statements.ts";
import { BookingRefused, book } from "../../ledger/book.ts";
import { posted } from "../../ledger/read.ts";
import { accounts, type Booking } from "../../ledger/rules/booking.ts";
import {
  sweepArrived,
  sweepArrivedLate,
  sweepFailed,
  sweepGone,
  sweepHoldOf,
  sweepReturned,
} from "../../ledger/rules/sweep-postings.ts";
import { spentGas } from "../../ledger/spent-gas.ts";
import { lockTakenBack } from "../../ledger/sweeps/lock-taken-back.ts";
import { chargesOfTakenBack } from "../../ledger/sweeps/taken-back.ts";
import type { Context } from "../../ports/context.ts";
import type { MovementEnd, OutgoingRow, PayoutOwner } from "../../ports/payout-owner.ts";
import { isRefusal, type Refusal } from "../../shared/rules/refusal.ts";

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
  await lockTakenBack(tx, movement.rail);
  await change(movementChange(movement, end, now));
  await bookAll(tx, await bookingsOf(tx, movement, end), now);
  if (end.state === "settled" || end.state === "returned") await bookTakenBack(tx, movement, end.state, now);
}

/** What was taken back while the sweep was under way was booked at the deposit addresses. */
async function bookTakenBack(tx: Tx, movement: OutgoingRow, state: "settled" | "returned", now: Date): Promise<void> {
  const { charges, unplaced } = await chargesOfTakenBack(tx, movement);
  await bookAll(tx, charges, now);
  if (state === "returned" || unplaced <= 0n) return;
  const there = await posted(tx, accounts.deposits(movement.rail, movement.asset));
  const gone = there < 0n ? sweepGone(movement, { there, unplaced }) : null;
  if (gone) await bookAll(tx, [gone], now);
}

async function bookAll(tx: Tx, bookings: readonly Booking[], now: Date): Promise<void> {
  const booked = await book(tx, bookings, now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
}

async function bookingsOf(tx: Tx, movement: OutgoingRow, end: MovementEnd): Promise<Booking[]> {
  switch (end.state) {
    case "settled": {
      const arrived = movement.status === "failed" ? sweepArrivedLate(movement) : sweepArrived(movement);
      return [arrived, ...(await spentGas(tx, movement, end.networkFee, "sent"))];
    }
    case "returned": {
      const back = sweepReturned(movement, {
        amount: end.amount ?? movement.amount,
        gone: await selectGone(tx, movement.id),
      });
      return back ? [back] : [];
    }
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
