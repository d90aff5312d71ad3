import { applyEvent } from "../../orders/apply-event.ts";
import type { OrderEvent } from "../../orders/rules/order-event.ts";
import { advance } from "../../payouts/advance.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal } from "../../shared/rules/refusal.ts";
import { claimDue, isHeld, leaseEnd, ofTransfers, type Step, updateUnderLease } from "./lease.ts";
import { detailsOf, nextReport, paymentStep } from "./step.ts";

/**
 * Runs all due steps of the sandbox rails; safe in several processes and after a crash. Returns how many steps were
 * run. With a pace of 0 a payment proceeds to its last confirmation.
 */
export async function runDueSteps(ctx: Context): Promise<number> {
  const steps = await claimDue(ctx);
  // A lease may have ended while the steps before it ran.
  for (const [at, step] of steps.entries())
    if (at === 0 || (await isHeld(ctx, step))) await runStep(ctx, step, ctx.env.SANDBOX_PACE_MS);
  return steps.length;
}

/** Runs a step that was just leased; a refusal ends it, since a rail does not repeat refused reports. */
export async function runStep(ctx: Context, step: Step, paceMs: number): Promise<Refusal | undefined> {
  if (ofTransfers.includes(step.step) || step.orderRef === null) {
    // Before anything comes back it has arrived.
    if (step.step === "return") await advance(ctx, step.details.outgoing ?? "");
    await updateUnderLease(ctx, step, { doneAt: ctx.clock.now() });
    await advance(ctx, step.details.outgoing ?? "");
    return undefined;
  }
  const result = report(step, paceMs);
  const after = result.event && (await applyEvent(ctx, step.orderRef, result.event, "rail"));
  const refusal = isRefusal(after) ? after : undefined;
  if (refusal) ctx.log.warn({ ref: step.orderRef, step: step.step, code: refusal.refused }, "sandbox step refused");

  if (!result.left || refusal) {
    await updateUnderLease(ctx, step, { doneAt: ctx.clock.now() });
    return refusal;
  }
  const dueAt = paceMs === 0 ? leaseEnd(ctx) : new Date(ctx.clock.now().getTime() + paceMs);
  const next = { ...step, details: result.left, dueAt };
  const isOurs = await updateUnderLease(ctx, step, next);
  return isOurs && paceMs === 0 ? runStep(ctx, next, paceMs) : undefined;
}

type StepResult = { event?: OrderEvent; left?: Record<string, string> };

/** Without a pace only steps with an event are stored: nobody could see the confirmations between them. */
function report(step: Step, paceMs: number): StepResult {
  let { event, left } = nextReport(paymentStep(step.step === "vanish" ? "vanish" : "pay", step.details));
  while (paceMs === 0 && event === undefined && left) ({ event, left } = nextReport(left));
  return { ...(event && { event }), ...(left && { left: detailsOf(left) }) };
}
