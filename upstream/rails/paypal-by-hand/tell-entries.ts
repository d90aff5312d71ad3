import { and, asc, eq } from "drizzle-orm";
import { paypalEntry, paypalTask } from "../../db/schema/paypal-tasks.ts";
import { eventReporter } from "../../orders/report-event.ts";
import { advance } from "../../payouts/advance.ts";
import type { Context } from "../../ports/context.ts";
import { tellOrderOfEntry } from "./payin.ts";
import { isUntoldEntry } from "./task-store.ts";

/** Entries told in one run; the next run goes on. */
const batchSize = 50;

/**
 * Tells orders and the payout guard of entries that they have not heard of: at once after a command, and again by the scheduled
 * task, so that none is lost with the process that took it. What is told twice has one effect.
 */
export async function tellEntries(ctx: Context): Promise<void> {
  const untold = await ctx.db.orm
    .selectDistinct({ ref: paypalTask.orderRef, movementId: paypalTask.movementId, number: paypalTask.number })
    .from(paypalEntry)
    .innerJoin(paypalTask, eq(paypalTask.number, paypalEntry.task))
    .where(isUntoldEntry)
    .orderBy(asc(paypalTask.number))
    .limit(batchSize);
  for (const { ref, movementId, number } of untold) {
    try {
      if (ref !== null) {
        const refusal = await tellOrderOfEntry(ctx, ref, eventReporter(ctx));
        if (refusal && isNews(number, refusal.refused))
          ctx.log.warn({ task: number, code: refusal.refused }, "an order does not take an entry about its invoice");
      } else if (movementId !== null) await tellGuard(ctx, number, movementId);
    } catch (error) {
      // One that cannot be told does not hold up the others.
      ctx.log.error({ task: number, err: error }, "an entry about a PayPal task could not be told");
    }
  }
}

/** Each refusal is logged once by a process: the entry is told again every few seconds, and `today` has it. */
const logged = new Set<string>();
function isNews(task: number, code: string): boolean {
  const refusal = `${task} ${code}`;
  if (logged.has(refusal)) return false;
  logged.add(refusal);
  return true;
}

/** The guard reads the rail itself; it is only asked to do so now. */
async function tellGuard(ctx: Context, task: number, movementId: string): Promise<void> {
  const before = await ctx.db.orm
    .select({ id: paypalEntry.id, state: paypalEntry.state })
    .from(paypalEntry)
    .where(and(eq(paypalEntry.task, task), eq(paypalEntry.isTold, false)));
  await advance(ctx, movementId);
  for (const { id, state } of before)
    await ctx.db.orm
      .update(paypalEntry)
      .set({ isTold: true })
      .where(and(eq(paypalEntry.id, id), eq(paypalEntry.state, state)));
}
