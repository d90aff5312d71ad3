import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { sandboxStep } from "../../db/schema/index.ts";
import type { Context } from "../../ports/context.ts";

export type Step = typeof sandboxStep.$inferSelect;

/** Lease time of a step, after which another worker may take it; reports are idempotent. */
const leaseSeconds = 30;
const batchSize = 20;

/** The end of a lease taken now. It also identifies the worker: no two share one. */
export function leaseEnd(ctx: Context): Date {
  return new Date(ctx.clock.now().getTime() + leaseSeconds * 1000);
}

/** Steps of money that was sent: it arrives, comes back after it had arrived, or arrives after it had been refused. */
export const ofTransfers: readonly string[] = ["settle", "return", "arrive_late"];

/** Steps that are to be run. */
export const isStepDue = (now: Date) =>
  and(
    isNull(sandboxStep.doneAt),
    inArray(sandboxStep.step, ["pay", "vanish", ...ofTransfers]),
    lte(sandboxStep.dueAt, now),
  );

/** Takes the steps due by now; safe in several processes. One statement, since it is repeated all the time. */
export async function claimDue(ctx: Context): Promise<Step[]> {
  const { orm } = ctx.db;
  const due = orm
    .$with("due")
    .as(
      orm
        .select({ id: sandboxStep.id })
        .from(sandboxStep)
        .where(isStepDue(ctx.clock.now()))
        .orderBy(asc(sandboxStep.dueAt), asc(sandboxStep.id))
        .limit(batchSize)
        .for("update", { skipLocked: true }),
    );
  return orm
    .with(due)
    .update(sandboxStep)
    .set({ dueAt: leaseEnd(ctx) })
    .where(inArray(sandboxStep.id, orm.select({ id: due.id }).from(due)))
    .returning();
}

/** Takes unfinished steps of these kinds from their workers: the person at the panel decides what happens next. */
export async function takeOver(ctx: Context, orderRef: string, kinds: string[], only?: SQL): Promise<Step[]> {
  const end = leaseEnd(ctx).toISOString();
  return ctx.db.orm
    .update(sandboxStep)
    .set({ dueAt: sql`greatest(${end}::timestamptz, ${sandboxStep.dueAt} + interval '1 millisecond')` })
    .where(and(eq(sandboxStep.orderRef, orderRef), inArray(sandboxStep.step, kinds), isNull(sandboxStep.doneAt), only))
    .returning();
}

/** Whether the worker still has the lease of a step. */
export async function isHeld(ctx: Context, step: Step): Promise<boolean> {
  const rows = await ctx.db.orm.select({ id: sandboxStep.id }).from(sandboxStep).where(held(step));
  return rows.length > 0;
}

/** Updates a step under its lease; false when another worker has taken it over. */
export async function updateUnderLease(ctx: Context, step: Step, next: Partial<Step>): Promise<boolean> {
  const updated = await ctx.db.orm.update(sandboxStep).set(next).where(held(step)).returning({ id: sandboxStep.id });
  return updated.length > 0;
}

const held = ({ id, dueAt }: Step) =>
  and(eq(sandboxStep.id, id), eq(sandboxStep.dueAt, dueAt), isNull(sandboxStep.doneAt));
