import { and, asc, eq, inArray, isNull, lte } from "drizzle-orm";
import { sandboxDepositStep, walletAddress } from "../../../db/schema/wallets.ts";
import type { Context } from "../../../ports/context.ts";
import type { DepositReport } from "../../../ports/deposit-rail.ts";
import { reportDeposit } from "../../../wallets/report-deposit.ts";
import { leaseEnd } from "../lease.ts";
import { needsSweep, networkOf, railId, transactionId } from "../network.ts";
import { confirmationLevels } from "../step.ts";

export type DepositStep = typeof sandboxDepositStep.$inferSelect;

const batchSize = 20;

/** Runs all due steps of simulated deposits; safe in several processes. Returns how many were run. */
export async function runDueDeposits(ctx: Context): Promise<number> {
  const { orm } = ctx.db;
  const due = orm
    .$with("due")
    .as(
      orm
        .select({ id: sandboxDepositStep.id })
        .from(sandboxDepositStep)
        .where(isDepositDue(ctx.clock.now()))
        .orderBy(asc(sandboxDepositStep.dueAt), asc(sandboxDepositStep.id))
        .limit(batchSize)
        .for("update", { skipLocked: true }),
    );
  const steps = await orm
    .with(due)
    .update(sandboxDepositStep)
    .set({ dueAt: leaseEnd(ctx) })
    .where(inArray(sandboxDepositStep.id, orm.select({ id: due.id }).from(due)))
    .returning();
  for (const step of steps) await runDepositStep(ctx, step, ctx.env.SANDBOX_PACE_MS);
  return steps.length;
}

export const isDepositDue = (now: Date) => and(isNull(sandboxDepositStep.doneAt), lte(sandboxDepositStep.dueAt, now));

/** Reports a deposit as it is now and plans its next confirmations; with a pace of 0 it becomes final at once. */
export async function runDepositStep(ctx: Context, step: DepositStep, paceMs: number): Promise<void> {
  const { confirmations, required } = step;
  const isFinal = confirmations >= required;
  await tellDeposit(ctx, step, isFinal ? "final" : "seen");
  const levels = confirmationLevels(required);
  const next = levels.find((level) => level > confirmations) ?? required;
  const now = ctx.clock.now();
  const dueAt = new Date(now.getTime() + paceMs);
  const planned = isFinal ? { doneAt: now } : { confirmations: next, dueAt };
  const open = and(eq(sandboxDepositStep.id, step.id), isNull(sandboxDepositStep.doneAt));
  const [left] = await ctx.db.orm.update(sandboxDepositStep).set(planned).where(open).returning();
  if (left && !isFinal && paceMs === 0) await runDepositStep(ctx, left, paceMs);
}

/** Reports the step's deposit in this state. */
export async function tellDeposit(ctx: Context, step: DepositStep, state: DepositReport["state"]): Promise<void> {
  const { id, asset, amount, confirmations, required } = step;
  const [depositAddress] = await ctx.db.orm.select().from(walletAddress).where(eq(walletAddress.id, step.addressId));
  const network = networkOf(asset);
  if (!depositAddress || !network) return;
  const { address, memo } = depositAddress;
  const report = { rail: railId(network), railPaymentId: transactionId(network, id), address, memo };
  const lies = needsSweep(network) ? "deposits" : "hot";
  await reportDeposit(ctx, { ...report, asset, amount, confirmations, required, state, place: lies });
}
