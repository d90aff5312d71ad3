import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { payinMethods } from "../../contract/order/order-states.ts";
import type { Context } from "../context.ts";
import { order, orderEvent } from "../db/schema/orders.ts";
import type { OrderEvent } from "../domain/order-event.ts";
import { type Applying, applyEvent } from "./apply-event.ts";
import { expireOrder } from "./expire-order.ts";
import { withdrawPayin } from "./withdraw-payin.ts";

type Sweeping = Applying & Pick<Context, "log">;

/**
 * Moves everything that is due by the service's clock, however often and in however many processes it runs. Each
 * order has its own transaction; one that fails is logged and stops nobody else.
 */
export async function sweep(ctx: Sweeping): Promise<void> {
  const now = ctx.clock.now();
  for (const { name, due } of deadlines(ctx, now)) {
    await eachOrder(ctx, due, name, async (ref) => {
      // The end of the time to pay is told to the rail first, which may know better.
      if (name === "window_ended") await expireOrder(ctx, ref);
      else await applyEvent(ctx, ref, { name }, "system");
    });
  }
  await closeEnded(ctx, now);
  await resendLostWork(ctx, now, ctx.policy.jobLostSeconds);
  await deleteOldDrafts(ctx, now);
}

type Deadline = { name: Extract<OrderEvent["name"], ClockEvent>; due: SQL | undefined };
type ClockEvent = "draft_ended" | "window_ended" | "rate_ended" | "hold_ended" | "offer_ended" | "reserve_back";

/** The rules look at the clock again themselves; these only find whom to ask. */
function deadlines({ policy }: Sweeping, now: Date): Deadline[] {
  const isWaiting = inArray(order.status, ["awaiting_payment", "payment_reported"]);
  const isHeld = inArray(order.status, ["on_hold", "refund_pending"]);
  const isOffered = inArray(order.holdReason, ["amount_mismatch", "late_payment", "rate_moved"]);
  const offerEnds = sql`(${order.holdOffer} ->> 'validUntil')::timestamptz`;
  return [
    {
      name: "draft_ended",
      due: and(eq(order.status, "draft"), lte(order.updatedAt, before(now, policy.draftKeptSeconds))),
    },
    { name: "window_ended", due: and(isWaiting, lte(order.expiresAt, now)) },
    { name: "rate_ended", due: and(isWaiting, lte(order.rateLockedUntil, now), isNotNull(order.reserveHoldId)) },
    { name: "hold_ended", due: and(isHeld, lte(order.holdDeadline, now)) },
    { name: "reserve_back", due: and(isHeld, eq(order.holdReason, "reserve_low")) },
    {
      name: "offer_ended",
      due: and(eq(order.status, "on_hold"), isOffered, or(isNull(order.holdOffer), lte(offerEnds, now))),
    },
  ];
}

/**
 * Takes back what an order that has ended once told its customer to pay, so that it cannot be paid by mistake: an
 * operator closed it, or it was exchanged for less than its invoice says. Once is enough; an address stays open.
 */
async function closeEnded(ctx: Sweeping, now: Date): Promise<void> {
  const isEnded = inArray(order.status, ["cancelled", "expired", "completed", "refunded", "failed", "charged_back"]);
  const isOpen = and(inArray(order.payinMethod, withdrawable), isNull(order.payinClosedAt));
  await eachOrder(ctx, and(isEnded, isOpen), "close pay-in", async (ref) => {
    const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
    if (!row || (await withdrawPayin(ctx, row)) === "unavailable") return;
    await ctx.db.orm.update(order).set({ payinClosedAt: now }).where(eq(order.ref, ref));
  });
}

/** An address cannot be withdrawn: it stays watched. */
const withdrawable = payinMethods.filter((method) => method !== "crypto_address");

/**
 * At a start: sends at once what was under way when the last process ended, so that nobody's payout waits until its
 * job counts as lost. Another process may be at it as well; done twice it is done once.
 */
export async function resumeWork(ctx: Sweeping): Promise<void> {
  await resendLostWork(ctx, ctx.clock.now(), 0);
}

/** A job that was lost leaves an order standing: it is sent again, and whoever does it twice does it once. */
async function resendLostWork(ctx: Sweeping, now: Date, lostSeconds: number): Promise<void> {
  const isQuiet = lte(order.checkedAt, before(now, lostSeconds));
  const work = [
    { job: "payout", due: and(inArray(order.status, ["processing", "sending"]), isQuiet) },
    {
      job: "refund",
      due: and(inArray(order.status, ["refund_pending", "refunding"]), isNull(order.holdReason), isQuiet),
    },
  ] as const;
  for (const { job, due } of work) {
    await eachOrder(ctx, due, job, (ref) =>
      ctx.db.transaction(async (tx) => {
        await tx.update(order).set({ checkedAt: now }).where(eq(order.ref, ref));
        await ctx.jobs.send(tx, job, { ref });
      }),
    );
  }
  ctx.jobs.nudge();
}

/** Only what was never executed: nobody was asked to pay, nothing was booked. */
async function deleteOldDrafts(ctx: Sweeping, now: Date): Promise<void> {
  // `payinClosedAt` is always null here; named so that the index order_payin_open finds them.
  const isNeverExecuted = and(
    inArray(order.status, ["expired", "cancelled"]),
    isNull(order.payinMethod),
    isNull(order.payinClosedAt),
  );
  const due = and(isNeverExecuted, lte(order.updatedAt, before(now, ctx.policy.draftKeptSeconds)));
  await eachOrder(ctx, due, "delete draft", (ref) =>
    ctx.db.transaction(async (tx) => {
      await tx.delete(orderEvent).where(eq(orderEvent.orderRef, ref));
      await tx.delete(order).where(eq(order.ref, ref));
    }),
  );
}

async function eachOrder(
  ctx: Sweeping,
  due: SQL | undefined,
  task: string,
  act: (ref: string) => Promise<void>,
): Promise<void> {
  let last = "";
  for (;;) {
    const batch = await ctx.db.orm
      .select({ ref: order.ref })
      .from(order)
      .where(and(due, gt(order.ref, last)))
      .orderBy(asc(order.ref))
      .limit(batchSize);
    for (const { ref } of batch) {
      try {
        await act(ref);
      } catch (error) {
        ctx.log.error({ ref, task, err: error }, "sweep could not move an order");
      }
      last = ref;
    }
    if (batch.length < batchSize) return;
  }
}

const batchSize = 200;
const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);
