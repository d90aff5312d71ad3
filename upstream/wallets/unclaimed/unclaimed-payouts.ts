import { eq } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { deposit, outgoing, unclaimedPayout } from "../../db/schema/index.ts";
import { keptOf } from "../../db/sql/unclaimed-money.ts";
import { BookingRefused, book } from "../../ledger/book.ts";
import type { Booking } from "../../ledger/rules/booking.ts";
import {
  unclaimedLateOf,
  unclaimedOurs,
  unclaimedReleased,
  unclaimedReturned,
  unclaimedSent,
  unclaimedSentLate,
} from "../../ledger/rules/unclaimed-postings.ts";
import { spentGas } from "../../ledger/spent-gas.ts";
import { confirmedDestinations } from "../../payouts/destinations.ts";
import { isConfirmed } from "../../payouts/rules/destination.ts";
import type { Context } from "../../ports/context.ts";
import type { MovementEffect, MovementEnd, NewMovement, OutgoingRow, PayoutOwner } from "../../ports/payout-owner.ts";
import { isRefusal, type Refusal } from "../../shared/rules/refusal.ts";
import { smaller } from "../../shared/rules/smaller.ts";
import { lockOrigin, originOf } from "./request-payout-of-unclaimed.ts";

/** Payouts of money that no wallet and no order has. Its deposit may be taken back before it has left. */
export const unclaimedPayouts: PayoutOwner<Context> = {
  kinds: ["unclaimed_payout"],
  ended: (ctx, { movement, end }, acceptOnce) => payoutEnded(ctx, movement, end, acceptOnce),
  effect: effectOf,
  async obstacle(tx, { id }) {
    const row = await payoutRow(tx, id);
    if (row.depositId === null) return null;
    const [from] = await tx.select().from(deposit).where(eq(deposit.id, row.depositId)).for("share");
    return from?.status === "returned" ? null : { until: null };
  },
};

async function effectOf(tx: Tx, movement: NewMovement): Promise<MovementEffect> {
  const confirmed = await confirmedDestinations(tx, movement);
  const [named] = confirmed;
  if (named?.confirmedBy !== "operator" || !isConfirmed(movement, confirmed))
    throw new Error(`No operator has named where ${movement.id} goes`);
  return { source: "unclaimed", destination: "operator", causedBy: "operator", proof: "operator", wallet: null };
}

async function payoutRow(tx: Tx, id: string): Promise<typeof unclaimedPayout.$inferSelect> {
  const [row] = await tx.select().from(unclaimedPayout).where(eq(unclaimedPayout.id, id));
  if (!row) throw new Error(`The movement ${id} belongs to no unclaimed money`);
  return row;
}

async function payoutEnded(
  ctx: Pick<Context, "clock" | "db" | "jobs" | "market">,
  { id }: Pick<OutgoingRow, "id">,
  end: MovementEnd,
  acceptOnce: (tx: Tx) => Promise<boolean>,
): Promise<Refusal | undefined> {
  try {
    await ctx.db.transaction(async (tx) => {
      const row = await payoutRow(tx, id);
      await lockOrigin(tx, originOf(row));
      if (!(await acceptOnce(tx))) return;
      const [movement] = await tx.select().from(outgoing).where(eq(outgoing.id, id)).for("update");
      if (movement) await bookEnd(tx, row, movement, end, ctx.clock.now());
    });
  } catch (error) {
    if (error instanceof BookingRefused) return error.refusal;
    throw error;
  }
  ctx.jobs.wakeWorkers();
  ctx.market.changed();
  return undefined;
}

type Row = typeof unclaimedPayout.$inferSelect;

async function bookEnd(tx: Tx, row: Row, movement: OutgoingRow, end: MovementEnd, now: Date): Promise<void> {
  const change = (next: Partial<OutgoingRow>) => tx.update(outgoing).set(next).where(eq(outgoing.id, movement.id));
  if (end.state === "settled" && (movement.status === "sent" || movement.status === "returned")) {
    await change({ alarm: "other_transaction", otherTxId: end.txId });
    return;
  }
  const bookings = await bookingsOf(tx, row, movement, end);
  const next = movementChange(movement, end, now);
  await change(next);
  await tx.update(unclaimedPayout).set({ status: next.status, endedAt: now }).where(eq(unclaimedPayout.id, row.id));
  await moveDeposit(tx, row, end);
  const booked = await book(tx, bookings, now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
}

async function bookingsOf(tx: Tx, row: Row, movement: OutgoingRow, end: MovementEnd): Promise<Booking[]> {
  switch (end.state) {
    case "settled": {
      const gas = await spentGas(tx, movement, end.networkFee, "sent");
      if (movement.status !== "failed") return [unclaimedSent(row), ...gas];
      const balance = await keptOf(tx, originOf(row), row.asset);
      return [...unclaimedSentLate(row, smaller(balance > 0n ? balance : 0n, row.amount)), ...gas];
    }
    case "returned": {
      const amount = end.amount ?? row.amount;
      return [unclaimedReturned(row, amount), ...((await isTakenBack(tx, row)) ? [unclaimedOurs(row, amount)] : [])];
    }
    default: {
      const gas = await spentGas(tx, movement, end.networkFee, "failed");
      return [
        unclaimedReleased(row),
        ...((await isTakenBack(tx, row)) ? [unclaimedOurs(row, row.amount)] : []),
        ...gas,
      ];
    }
  }
}

/** Its network took the deposit back while this was under way: our reserve has borne that. */
async function isTakenBack(tx: Tx, { depositId }: Row): Promise<boolean> {
  if (depositId === null) return false;
  const [from] = await tx.select().from(deposit).where(eq(deposit.id, depositId));
  return from?.status === "taken_back";
}

/** What was not sent, or came back whole, waits for a wallet again. */
async function moveDeposit(tx: Tx, { depositId, amount }: Row, end: MovementEnd): Promise<void> {
  if (depositId === null) return;
  const [from] = await tx.select().from(deposit).where(eq(deposit.id, depositId));
  const isBack = end.state === "returned" ? (end.amount ?? amount) === from?.amount : end.state !== "settled";
  const isLate = end.state === "settled" && from?.status === "unclaimed";
  const status = isLate ? "returned" : isBack && from?.status === "returned" ? "unclaimed" : null;
  if (status !== null) await tx.update(deposit).set({ status }).where(eq(deposit.id, depositId));
}

function movementChange(
  movement: OutgoingRow,
  end: MovementEnd,
  now: Date,
): Partial<OutgoingRow> & Pick<OutgoingRow, "status"> {
  switch (end.state) {
    case "settled": {
      const sent = { status: "sent", railTxId: end.txId, settledAt: now } as const;
      // Its hold was released: the fact that replaces it is named instead.
      return movement.status === "failed"
        ? { ...sent, transferId: unclaimedLateOf(movement), alarm: "sent_after_failure" }
        : sent;
    }
    case "returned":
      return { status: "returned" };
    default:
      return { status: "failed", settledAt: now };
  }
}
