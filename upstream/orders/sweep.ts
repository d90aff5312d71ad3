import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import { payinMethods } from "../../contract/order/order-states.ts";
import { hasEnded, isUnpaidStatus } from "../db/schema/order-constraints.ts";
import { order, orderEvent, payment } from "../db/schema/orders.ts";
import type { Context } from "../ports/context.ts";
import { applyEvent, type EventContext } from "./apply-event.ts";
import { expireOrder } from "./expire-order.ts";
import type { OrderEvent } from "./rules/order-event.ts";
import { withdrawPayin } from "./withdraw-payin.ts";

type SweepContext = EventContext & Pick<Context, "log">;

/**
 * Applies everything that is due by the service's clock. Safe to repeat and to run in several processes. Each order has
 * its own transaction; a failure is logged and does not stop the others.
 */
export async function sweep(ctx: SweepContext): Promise<void> {
  const now = ctx.clock.now();
  const steps = [...deadlineSteps(ctx, now), closeEnded(ctx, now), ...lostWork(ctx, now, ctx.policy.jobLostSeconds)];
  await runDue(ctx, [...steps, oldDrafts(ctx, now)]);
}

/** What is to be done with each order that a condition selects. */
type Step = { task: string; due: SQL | undefined; run(ref: string): Promise<void> };

/** In this order. One statement finds which steps have something to do: mostly none has. */
async function runDue(ctx: SweepContext, steps: readonly Step[]): Promise<void> {
  const columns = steps.map(
    ({ due }, at) => sql`exists (select 1 from ${order} where ${due}) as ${sql.identifier(`s${at}`)}`,
  );
  const { rows } = await ctx.db.orm.execute(sql`select ${sql.join(columns, sql`, `)}`);
  let isAnyDue = false;
  for (const [at, { task, due, run }] of steps.entries()) {
    // A step may make work for the next ones.
    isAnyDue ||= rows[0]?.[`s${at}`] === true;
    if (isAnyDue) await eachOrder(ctx, due, task, run);
  }
  if (isAnyDue) ctx.jobs.wakeWorkers();
}

/** Before a payment window ends, the rail is asked for a payment. */
function deadlineSteps(ctx: SweepContext, now: Date): Step[] {
  return deadlines(ctx, now).map(({ name, due }) => ({
    task: name,
    due,
    async run(ref) {
      if (name === "window_ended") await expireOrder(ctx, ref);
      else await applyEvent(ctx, ref, { name }, "system");
    },
  }));
}

type Deadline = { name: Extract<OrderEvent["name"], ClockEvent>; due: SQL | undefined };
type ClockEvent = "draft_ended" | "window_ended" | "rate_ended" | "hold_ended" | "offer_ended" | "reserve_back";

/** Selects candidates only; the rules check the deadlines again. */
function deadlines({ policy }: SweepContext, now: Date): Deadline[] {
  const isHeld = inArray(order.status, ["on_hold", "refund_pending"]);
  const isOffered = inArray(order.holdReason, ["amount_mismatch", "late_payment", "rate_moved"]);
  const offerEnds = sql`(${order.holdOffer} ->> 'validUntil')::timestamptz`;
  return [
    {
      name: "draft_ended",
      due: and(eq(order.status, "draft"), lte(order.updatedAt, before(now, policy.draftKeptSeconds))),
    },
    { name: "window_ended", due: and(isUnpaidStatus, lte(order.expiresAt, now)) },
    { name: "rate_ended", due: and(isUnpaidStatus, lte(order.rateLockedUntil, now), isNotNull(order.reserveHoldId)) },
    { name: "hold_ended", due: and(isHeld, lte(order.holdDeadline, now)) },
    { name: "reserve_back", due: and(isHeld, eq(order.holdReason, "reserve_low")) },
    {
      name: "offer_ended",
      due: and(eq(order.status, "on_hold"), isOffered, or(isNull(order.holdOffer), lte(offerEnds, now))),
    },
  ];
}

/**
 * Withdraws pay-in instructions of ended orders once, so that they cannot be paid by mistake: an operator closed the
 * order, or it was exchanged for less than its invoice. An address cannot be withdrawn.
 */
function closeEnded(ctx: SweepContext, now: Date): Step {
  const isOpen = and(inArray(order.payinMethod, withdrawable), isNull(order.payinClosedAt));
  const run = async (ref: string) => {
    const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
    if (!row || (await withdrawPayin(ctx, row)) === "unavailable") return;
    await ctx.db.orm.update(order).set({ payinClosedAt: now }).where(eq(order.ref, ref));
  };
  return { task: "close pay-in", due: and(hasEnded, isOpen), run };
}

/** An address stays watched, and what was paid from a wallet had no instructions. */
const withdrawable = payinMethods.filter((method) => method !== "crypto_address" && method !== "balance");

/**
 * At start-up: re-queues at once the payouts and refunds that were in progress when the last process ended, instead of
 * waiting until their jobs count as lost. Safe beside another process, since the jobs are idempotent.
 */
export async function resumeWork(ctx: SweepContext): Promise<void> {
  await runDue(ctx, lostWork(ctx, ctx.clock.now(), 0));
}

/** A lost job would leave its order unfinished: it is queued again, and running it twice has no further effect. */
function lostWork(ctx: SweepContext, now: Date, lostSeconds: number): Step[] {
  const isQuiet = lte(order.checkedAt, before(now, lostSeconds));
  const work = [
    { job: "payout", due: and(inArray(order.status, ["processing", "sending"]), isQuiet) },
    {
      job: "refund",
      due: and(inArray(order.status, ["refund_pending", "refunding"]), isNull(order.holdReason), isQuiet),
    },
  ] as const;
  return work.map(({ job, due }) => ({
    task: job,
    due,
    run: (ref) =>
      ctx.db.transaction(async (tx) => {
        await tx.update(order).set({ checkedAt: now }).where(eq(order.ref, ref));
        await ctx.jobs.send(tx, job, { ref });
      }),
  }));
}

/**
 * Only orders that were never executed and have no payment. One that may have an address or invoice (its terms were
 * accepted) is kept as long as an address is watched: a payment needs a row to be booked for.
 */
function oldDrafts(ctx: SweepContext, now: Date): Step {
  // The first and the last are always true here; named so that the query uses the index order_payin_open.
  const isNeverExecuted = and(
    hasEnded,
    inArray(order.status, ["expired", "cancelled"]),
    isNull(order.payinMethod),
    isNull(order.payinClosedAt),
  );
  const { draftKeptSeconds, addressWatchedSeconds } = ctx.policy;
  const isUnknownToPayers = and(isNull(order.acceptedAt), isNull(order.payinIssuedAt));
  const due = and(
    isNeverExecuted,
    lte(order.updatedAt, before(now, draftKeptSeconds)),
    or(isUnknownToPayers, lte(order.updatedAt, before(now, addressWatchedSeconds))),
    notExists(ctx.db.orm.select({ id: payment.id }).from(payment).where(eq(payment.orderRef, order.ref))),
  );
  const run = (ref: string) =>
    ctx.db.transaction(async (tx) => {
      await tx.delete(orderEvent).where(eq(orderEvent.orderRef, ref));
      await tx.delete(order).where(eq(order.ref, ref));
    });
  return { task: "delete draft", due, run };
}

async function eachOrder(
  ctx: SweepContext,
  due: SQL | undefined,
  task: string,
  run: (ref: string) => Promise<void>,
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
        await run(ref);
      } catch (error) {
        ctx.log.error({ ref, task, err: error }, "sweep failed for an order");
      }
      last = ref;
    }
    if (batch.length < batchSize) return;
  }
}

const batchSize = 200;
const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);
