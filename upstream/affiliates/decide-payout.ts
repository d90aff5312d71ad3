import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { affiliatePayout, partner } from "../db/schema/affiliates.ts";
import { BookingRefused, book } from "../ledger/book.ts";
import type { Booking } from "../ledger/rules/booking.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { smaller } from "../shared/rules/smaller.ts";
import { repayDebt } from "../wallets/debt.ts";
import { lockWallet } from "../wallets/lock-wallet.ts";
import { addToBalance, lockBalance } from "./partner-balance.ts";
import { type PayoutRow, waitingPayout } from "./review-payout.ts";
import { queueRewardsEmail } from "./rewards-emails.ts";
import { rewardsPayoutApproved, rewardsPayoutRefused } from "./rules/reward-postings.ts";

type Services = Pick<Context, "ids" | "jobs">;

/** Why a waiting payout cannot be approved: what an operator reads. */
export type Undecidable = { undecidable: "none" | "paused" | "closed" | "debt" };

/**
 * Pays a waiting payout into the wallet, and emails the partner. Not while the partner is paused or owes something, since
 * it would be paid out past both.
 */
export async function approvePayout(
  tx: Tx,
  ctx: Services,
  partnerId: string,
  now: Date,
): Promise<PayoutRow | Undecidable> {
  const [of] = await tx.select().from(partner).where(eq(partner.id, partnerId)).for("share");
  const waitingPayout = await lockWaiting(tx, partnerId);
  if (!of || !waitingPayout) return { undecidable: "none" };
  if (of.status === "paused") return { undecidable: "paused" };
  if (waitingPayout.debt > 0n) return { undecidable: "debt" };
  const { row } = waitingPayout;
  const wallet = of.memberId === null ? undefined : await lockWallet(tx, of.memberId, row.asset);
  if (!wallet) return { undecidable: "closed" };
  const settled = rewardsPayoutApproved(row);
  await bookAll(tx, [settled], now);
  await addToBalance(tx, row, { paidOut: row.amount });
  await repayDebt(tx, wallet, settled.id, now);
  return end(tx, ctx, row, { state: "paid" }, now);
}

/** Gives a waiting payout back to the rewards, from which a debt is repaid, and emails the partner the reason. */
export async function refusePayout(
  tx: Tx,
  ctx: Services,
  { partnerId, reason }: { partnerId: string; reason: string },
  now: Date,
): Promise<PayoutRow | Undecidable> {
  const waitingPayout = await lockWaiting(tx, partnerId);
  if (!waitingPayout) return { undecidable: "none" };
  const { row, debt } = waitingPayout;
  const repaid = smaller(debt, row.amount);
  await bookAll(tx, rewardsPayoutRefused(row, repaid), now);
  await addToBalance(tx, row, { debt: -repaid });
  return end(tx, ctx, row, { state: "refused", refusal: reason }, now);
}

/** Read again under the lock of the balance, since another operator may have decided meanwhile. */
async function lockWaiting(tx: Tx, partnerId: string): Promise<{ row: PayoutRow; debt: bigint } | undefined> {
  const seen = await waitingPayout(tx, partnerId);
  if (!seen) return undefined;
  const { debt } = await lockBalance(tx, seen);
  const row = await waitingPayout(tx, partnerId);
  return row && { row, debt };
}

async function bookAll(tx: Tx, bookings: Booking[], now: Date): Promise<void> {
  const booked = await book(tx, bookings, now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
}

async function end(
  tx: Tx,
  ctx: Services,
  { id }: PayoutRow,
  to: { state: "paid" } | { state: "refused"; refusal: string },
  now: Date,
): Promise<PayoutRow> {
  const [row] = await tx
    .update(affiliatePayout)
    .set({ ...to, endedAt: now })
    .where(eq(affiliatePayout.id, id))
    .returning();
  if (!row) throw new Error(`The payout ${id} was not locked`);
  await queueRewardsEmail(tx, ctx, row, to.state === "paid" ? "rewards_approved" : "rewards_refused", now);
  return row;
}
