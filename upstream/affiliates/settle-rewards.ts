import { and, asc, eq, gt, inArray, isNull, lte, or } from "drizzle-orm";
import type { ReferralReason } from "../../contract/affiliate/affiliate-lists.ts";
import type { Tx } from "../db/database.ts";
import { reward } from "../db/schema/affiliates.ts";
import { order } from "../db/schema/orders.ts";
import { BookingRefused, book } from "../ledger/book.ts";
import type { Context } from "../ports/context.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { smaller } from "../shared/rules/smaller.ts";
import { endRewards } from "./end-rewards.ts";
import { addToBalance, lockBalance } from "./partner-balance.ts";
import { addToDay } from "./partner-days.ts";
import { endedStatuses, endReason } from "./rules/referral-state.ts";
import { givenBack, rewardHold, rewardSettled } from "./rules/reward-postings.ts";

type Services = Pick<Context, "db" | "clock" | "log">;
type RewardRow = typeof reward.$inferSelect;

/**
 * Books what could not be held when its order was completed, makes ready what has waited long enough, and ends what waits
 * for an order that ended otherwise. Safe to repeat and to run in several processes: each reward has its own transaction,
 * under its order's lock. One that cannot go on, since the reserve lacks it, keeps none behind it back.
 * `batchSize`: how many are read at once.
 */
export async function settleRewards(ctx: Services, batchSize = 200): Promise<void> {
  const now = ctx.clock.now();
  let last: Due | undefined;
  do {
    const due = await dueAfter(ctx, last, { now, batchSize });
    for (const { id, orderRef } of due) {
      try {
        await ctx.db.transaction((tx) => settleOne(tx, id, orderRef, now));
      } catch (error) {
        ctx.log.error({ err: error, reward: id }, "a reward could not be settled");
      }
    }
    last = due.length < batchSize ? undefined : due.at(-1);
  } while (last);
}

type Due = Pick<RewardRow, "id" | "orderRef" | "readyAt">;

/** The next rewards, by the time they are ready at. */
function dueAfter(
  { db }: Services,
  last: Due | undefined,
  { now, batchSize }: { now: Date; batchSize: number },
): Promise<Due[]> {
  const { id, readyAt, state, isBooked } = reward;
  const isSettled = and(eq(order.status, "completed"), isNull(order.disputeFlag));
  const isDue = or(eq(isBooked, false), and(lte(readyAt, now), isSettled), inArray(order.status, [...endedStatuses]));
  const isNext = last && or(gt(readyAt, last.readyAt), and(eq(readyAt, last.readyAt), gt(id, last.id)));
  return db.orm
    .select({ id, orderRef: reward.orderRef, readyAt })
    .from(reward)
    .innerJoin(order, eq(order.ref, reward.orderRef))
    .where(and(eq(state, "waiting"), isDue, isNext))
    .orderBy(asc(readyAt), asc(id))
    .limit(batchSize);
}

async function settleOne(tx: Tx, id: string, orderRef: string, now: Date): Promise<void> {
  const [of] = await tx.select().from(order).where(eq(order.ref, orderRef)).for("no key update");
  const [row] = await tx.select().from(reward).where(eq(reward.id, id)).for("update");
  if (!of || row?.state !== "waiting") return;
  const reason = endReason(of.status);
  if (reason !== null) return endNow(tx, of, reason, now);
  const isReady = row.readyAt <= now && of.status === "completed" && of.disputeFlag === null;
  if (isReady) await makeReady(tx, row, now);
  else if (!row.isBooked && (await isHeld(tx, row, now)))
    await tx.update(reward).set({ isBooked: true }).where(eq(reward.id, id));
}

/** An older version, which knew fewer ends, may have left it waiting. */
async function endNow(tx: Tx, of: typeof order.$inferSelect, reason: ReferralReason, now: Date): Promise<void> {
  const booked = await book(tx, await endRewards(tx, of, reason, now), now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
}

const isHeld = async (tx: Tx, row: RewardRow, now: Date) => !isRefusal(await book(tx, [rewardHold(row)], now));

/** Nothing where the reserve cannot give it now. A debt is repaid from it at once. */
async function makeReady(tx: Tx, row: RewardRow, now: Date): Promise<void> {
  const { debt } = await lockBalance(tx, row);
  const repaid = smaller(debt, row.amount);
  const bookings = [rewardSettled(row), ...givenBack(row, "debt", repaid)];
  const booked = await book(tx, row.isBooked ? bookings : [rewardHold(row), ...bookings], now);
  if (isRefusal(booked)) return;
  await tx.update(reward).set({ state: "ready", isBooked: true, settledAt: now }).where(eq(reward.id, row.id));
  await addToBalance(tx, row, { waiting: -row.amount, debt: -repaid });
  await addToDay(tx, { ...row, day: dayOf(row.completedAt) }, { waiting: -row.amount, ready: row.amount });
}
