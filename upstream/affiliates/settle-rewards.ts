import { and, asc, eq, isNull, lte, or } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { reward } from "../db/schema/affiliates.ts";
import { order } from "../db/schema/orders.ts";
import { givenBack, rewardHold, rewardSettled } from "../domain/affiliates/reward-postings.ts";
import { isRefusal } from "../domain/refusal.ts";
import { book } from "../ledger/book.ts";
import { addToBalance, lockBalance } from "./partner-balance.ts";
import { addToDay, dayOf } from "./partner-days.ts";

type Services = Pick<Context, "db" | "clock" | "log">;
type RewardRow = typeof reward.$inferSelect;

/** Rewards per run, to keep it short; the next run continues. */
const batchSize = 200;

/**
 * Books what could not be held when its order was completed, and makes ready what has waited long enough. Safe to repeat
 * and to run in several processes: each reward has its own transaction, under its order's lock.
 */
export async function settleRewards(ctx: Services): Promise<void> {
  const now = ctx.clock.now();
  const isSettled = and(eq(order.status, "completed"), isNull(order.disputeFlag));
  const due = await ctx.db.orm
    .select({ id: reward.id, orderRef: reward.orderRef })
    .from(reward)
    .innerJoin(order, eq(order.ref, reward.orderRef))
    .where(and(eq(reward.state, "waiting"), or(eq(reward.isBooked, false), and(lte(reward.readyAt, now), isSettled))))
    .orderBy(asc(reward.readyAt))
    .limit(batchSize);
  for (const { id, orderRef } of due) {
    try {
      await ctx.db.transaction((tx) => settleOne(tx, id, orderRef, now));
    } catch (error) {
      ctx.log.error({ err: error, reward: id }, "a reward could not be settled");
    }
  }
}

async function settleOne(tx: Tx, id: string, orderRef: string, now: Date): Promise<void> {
  const [of] = await tx.select().from(order).where(eq(order.ref, orderRef)).for("no key update");
  const [row] = await tx.select().from(reward).where(eq(reward.id, id)).for("update");
  if (!of || row?.state !== "waiting") return;
  const isReady = row.readyAt <= now && of.status === "completed" && of.disputeFlag === null;
  if (isReady) await makeReady(tx, row, now);
  else if (!row.isBooked && (await isHeld(tx, row, now)))
    await tx.update(reward).set({ isBooked: true }).where(eq(reward.id, id));
}

const isHeld = async (tx: Tx, row: RewardRow, now: Date) => !isRefusal(await book(tx, [rewardHold(row)], now));

/** Nothing where the reserve cannot give it now. A debt is repaid from it at once. */
async function makeReady(tx: Tx, row: RewardRow, now: Date): Promise<void> {
  const { debt } = await lockBalance(tx, row);
  const repaid = debt < row.amount ? debt : row.amount;
  const bookings = [rewardSettled(row), ...givenBack(row, "debt", repaid)];
  const booked = await book(tx, row.isBooked ? bookings : [rewardHold(row), ...bookings], now);
  if (isRefusal(booked)) return;
  await tx.update(reward).set({ state: "ready", isBooked: true, settledAt: now }).where(eq(reward.id, row.id));
  await addToBalance(tx, row, { waiting: -row.amount, debt: -repaid });
  await addToDay(tx, { ...row, day: dayOf(row.completedAt) }, { waiting: -row.amount, ready: row.amount });
}
