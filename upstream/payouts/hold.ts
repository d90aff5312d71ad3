import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { outgoing } from "../db/schema/index.ts";
import type { OutgoingRow } from "./permit.ts";

/** States from which nothing was sent. */
const unsentStates = ["waiting", "held", "approved", "prepared"] as const;

/** Holds a movement until an operator approves it. False once it is being sent, or over: then it cannot be held. */
export async function hold(tx: Tx, id: string, now: Date): Promise<boolean> {
  const held = await tx
    .update(outgoing)
    .set({ state: "held", why: "operator", stateAt: now })
    .where(and(eq(outgoing.id, id), inArray(outgoing.state, [...unsentStates])))
    .returning({ id: outgoing.id });
  return held.length > 0;
}

/**
 * Lets a held movement go on, which then counts as approved by this operator. What was prepared before it was held goes on
 * from there and does not count against the caps again.
 */
export async function letGoOn(
  tx: Tx,
  { id, plan, approvedBy }: OutgoingRow,
  operator: string,
  now: Date,
): Promise<OutgoingRow["state"]> {
  const state: OutgoingRow["state"] = plan === null ? "waiting" : "prepared";
  const next = { state, why: null, approvedBy: [...(approvedBy ?? []), operator], stateAt: now };
  await tx
    .update(outgoing)
    .set(next)
    .where(and(eq(outgoing.id, id), eq(outgoing.state, "held")));
  return state;
}

/**
 * Holds a movement that its rail has not prepared, so that nothing of it can be sent until an operator lets it go on.
 * False for one that is prepared, sent or over: what became of that, only its rail knows.
 */
export async function holdUnprepared(ctx: Pick<Context, "clock" | "db">, id: string): Promise<boolean> {
  const held = await ctx.db.orm
    .update(outgoing)
    .set({ state: "held", why: "operator", stateAt: ctx.clock.now() })
    .where(and(eq(outgoing.id, id), isNull(outgoing.plan), inArray(outgoing.state, ["waiting", "held", "approved"])))
    .returning({ id: outgoing.id });
  return held.length > 0;
}
