import { and, asc, eq, inArray, isNull, lte } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { outgoing, sandboxStep } from "../../db/schema/index.ts";
import type { OrderEvent } from "../../domain/order-event.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { applyEvent } from "../../orders/apply.ts";
import { networkFee, networkOf, transactionId } from "./network.ts";
import { detailsOf, nextReport, paymentStep } from "./step.ts";

type Step = typeof sandboxStep.$inferSelect;

/** Whoever takes a step has so long to do it before somebody else may; doing one twice reports the same thing twice. */
export const leaseSeconds = 30;

/**
 * Does what the sandbox rails owe by now, of every order; safe in several processes and after a crash in the middle.
 * Answers how many steps were taken. With a pace of 0 a payment runs through to its last confirmation.
 */
export async function runDueSteps(ctx: Context): Promise<number> {
  const steps = await claimDue(ctx);
  for (const step of steps) await runStep(ctx, step);
  return steps.length;
}

/** Runs a step that the caller has claimed; a refusal ends it, since a rail does not argue. */
export async function runStep(ctx: Context, step: Step): Promise<Refusal | undefined> {
  const settled = step.step === "settle" ? await settlement(ctx, step) : report(step);
  const answer = settled.event && (await applyEvent(ctx, step.orderRef, settled.event, "rail"));
  const refusal = isRefusal(answer) ? answer : undefined;
  if (refusal) ctx.log.warn({ ref: step.orderRef, step: step.step, code: refusal.refused }, "sandbox step refused");

  if (!settled.left || refusal) {
    await ctx.db.orm.update(sandboxStep).set({ doneAt: ctx.clock.now() }).where(eq(sandboxStep.id, step.id));
    return refusal;
  }
  const pace = ctx.env.SANDBOX_PACE_MS;
  const dueAt = new Date(ctx.clock.now().getTime() + (pace === 0 ? leaseSeconds * 1000 : pace));
  const next = { ...step, details: settled.left, dueAt };
  await ctx.db.orm.update(sandboxStep).set(next).where(eq(sandboxStep.id, step.id));
  return pace === 0 ? runStep(ctx, next) : undefined;
}

type Turn = { event?: OrderEvent; left?: Record<string, string> };

function report(step: Step): Turn {
  const { event, left } = nextReport(paymentStep(step.step === "vanish" ? "vanish" : "pay", step.details));
  return left ? { event, left: detailsOf(left) } : { event };
}

/** What was under way has arrived. */
async function settlement(ctx: Context, step: Step): Promise<Turn> {
  const id = step.details.outgoing ?? "";
  const [movement] = await ctx.db.orm.select().from(outgoing).where(eq(outgoing.id, id));
  const network = movement && networkOf(movement.asset);
  if (!movement || !network) return {};
  const name = movement.kind === "payout" ? "payout_done" : "refund_done";
  return { event: { name, outgoingId: id, txId: transactionId(network, id), networkFee: networkFee(network) } };
}

async function claimDue(ctx: Context): Promise<Step[]> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(sandboxStep)
      .where(
        and(
          isNull(sandboxStep.doneAt),
          lte(sandboxStep.dueAt, now),
          inArray(sandboxStep.step, ["pay", "vanish", "settle"]),
        ),
      )
      .orderBy(asc(sandboxStep.dueAt), asc(sandboxStep.id))
      .limit(20)
      .for("update", { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map((step) => step.id);
    const dueAt = new Date(now.getTime() + leaseSeconds * 1000);
    await tx.update(sandboxStep).set({ dueAt }).where(inArray(sandboxStep.id, ids));
    return due;
  });
}
