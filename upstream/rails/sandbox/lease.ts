import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { sandboxStep } from "../../db/schema/index.ts";

export type Step = typeof sandboxStep.$inferSelect;

/** Whoever takes a step has so long to do it before somebody else may; doing one twice reports the same thing twice. */
const leaseSeconds = 30;
const batchSize = 20;

/** Until when a step is somebody's who takes it now. The moment itself says whose it is: no two takers share one. */
export function leaseEnd(ctx: Context): Date {
  return new Date(ctx.clock.now().getTime() + leaseSeconds * 1000);
}

/** Takes what is due by now; safe in several processes. */
export async function takeDue(ctx: Context): Promise<Step[]> {
  const isDue = and(inArray(sandboxStep.step, ["pay", "vanish", "settle"]), lte(sandboxStep.dueAt, ctx.clock.now()));
  return ctx.db.transaction(async (tx) => {
    const due = await tx
      .select({ id: sandboxStep.id })
      .from(sandboxStep)
      .where(and(isNull(sandboxStep.doneAt), isDue))
      .orderBy(asc(sandboxStep.dueAt), asc(sandboxStep.id))
      .limit(batchSize)
      .for("update", { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    return tx
      .update(sandboxStep)
      .set({ dueAt: leaseEnd(ctx) })
      .where(inArray(sandboxStep.id, ids))
      .returning();
  });
}

/** Takes undone steps of these kinds away from whoever has them: the person at the panel decides what happens next. */
export async function takeOver(ctx: Context, orderRef: string, kinds: string[], only?: SQL): Promise<Step[]> {
  const end = leaseEnd(ctx).toISOString();
  return ctx.db.orm
    .update(sandboxStep)
    .set({ dueAt: sql`greatest(${end}::timestamptz, ${sandboxStep.dueAt} + interval '1 millisecond')` })
    .where(and(eq(sandboxStep.orderRef, orderRef), inArray(sandboxStep.step, kinds), isNull(sandboxStep.doneAt), only))
    .returning();
}

/** Whether a step is still its taker's. */
export async function isHeld(ctx: Context, taken: Step): Promise<boolean> {
  const rows = await ctx.db.orm.select({ id: sandboxStep.id }).from(sandboxStep).where(held(taken));
  return rows.length > 0;
}

/** Moves a step on for its taker; false when somebody else has taken it over meanwhile. */
export async function moveOn(ctx: Context, taken: Step, next: Partial<Step>): Promise<boolean> {
  const moved = await ctx.db.orm.update(sandboxStep).set(next).where(held(taken)).returning({ id: sandboxStep.id });
  return moved.length > 0;
}

const held = ({ id, dueAt }: Step) =>
  and(eq(sandboxStep.id, id), eq(sandboxStep.dueAt, dueAt), isNull(sandboxStep.doneAt));
