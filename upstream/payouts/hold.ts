import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { Orm, Tx } from "../db/database.ts";
import { payoutGuard } from "../db/schema/index.ts";
import type { Context } from "../ports/context.ts";
import type { Movement } from "./movement.ts";

/** What the guard writes of a movement. */
export type GuardChange = Partial<
  Pick<Movement, "state" | "why" | "plan" | "approvedBy" | "approvedAt" | "stateAt" | "nextReadAt">
>;

/** States from which nothing was sent. */
const unsentStates = ["waiting", "held", "approved", "prepared"] as const;

/** Moves a movement on; false, and nothing changed, where another worker or an operator was first, or `only` is not so. */
export async function moveFrom(
  orm: Pick<Orm, "update">,
  { id, state }: Pick<Movement, "id" | "state">,
  next: GuardChange,
  only?: SQL,
): Promise<boolean> {
  const moved = await orm
    .update(payoutGuard)
    .set(next)
    .where(and(eq(payoutGuard.outgoingId, id), eq(payoutGuard.state, state), only))
    .returning({ id: payoutGuard.outgoingId });
  return moved.length > 0;
}

/** Holds a movement until an operator approves it. False once it is being sent, or over: then it cannot be held. */
export async function holdMovement(
  tx: Tx,
  id: string,
  now: Date,
  why: "operator" | "second_person" | "blocked_party" | "screening" = "operator",
): Promise<boolean> {
  const held = await tx
    .update(payoutGuard)
    .set({ state: "held", why, stateAt: now })
    .where(and(eq(payoutGuard.outgoingId, id), inArray(payoutGuard.state, [...unsentStates])))
    .returning({ id: payoutGuard.outgoingId });
  return held.length > 0;
}

/** The same for a freeze of the member's account; one that is held already keeps its own reason. */
export async function holdFrozen(orm: Pick<Orm, "update" | "select">, id: string, now: Date): Promise<boolean> {
  const held = await orm
    .update(payoutGuard)
    .set({ state: "held", why: "frozen", stateAt: now })
    .where(and(eq(payoutGuard.outgoingId, id), inArray(payoutGuard.state, ["waiting", "approved", "prepared"])))
    .returning({ id: payoutGuard.outgoingId });
  if (held.length > 0) return true;
  const [row] = await orm.select({ state: payoutGuard.state }).from(payoutGuard).where(eq(payoutGuard.outgoingId, id));
  return row?.state === "held";
}

/**
 * Ends a movement that its rail has not prepared, so that it is never sent. False, and nothing changed, for one that is
 * prepared, sent or over. Its owner books the end in the same transaction.
 */
export async function endUnprepared(tx: Tx, id: string, now: Date): Promise<boolean> {
  const ended = await tx
    .update(payoutGuard)
    .set({ state: "void", why: null, stateAt: now })
    .where(
      and(
        eq(payoutGuard.outgoingId, id),
        isNull(payoutGuard.plan),
        inArray(payoutGuard.state, ["waiting", "held", "approved"]),
      ),
    )
    .returning({ id: payoutGuard.outgoingId });
  return ended.length > 0;
}

/**
 * Lets a held movement go on: it passes the guard again, since nothing counts against the caps while it is held. `approver`:
 * the operator who approves it; null where only a freeze is over.
 */
export async function letGoOn(
  tx: Tx,
  { id, approvedBy }: Movement,
  approver: string | null,
  now: Date,
): Promise<Movement["state"]> {
  const approvals = approver === null ? approvedBy : [...(approvedBy ?? []), approver];
  const next = { state: "waiting", why: null, approvedBy: approvals, stateAt: now } as const;
  await tx
    .update(payoutGuard)
    .set(next)
    .where(and(eq(payoutGuard.outgoingId, id), eq(payoutGuard.state, "held")));
  return next.state;
}

/**
 * Holds a movement that its rail has not prepared, so that nothing of it can be sent until an operator lets it go on.
 * False for one that is prepared, sent or over: what became of that, only its rail knows.
 */
export async function holdUnprepared(ctx: Pick<Context, "clock" | "db">, id: string): Promise<boolean> {
  const held = await ctx.db.orm
    .update(payoutGuard)
    .set({ state: "held", why: "operator", stateAt: ctx.clock.now() })
    .where(
      and(
        eq(payoutGuard.outgoingId, id),
        isNull(payoutGuard.plan),
        inArray(payoutGuard.state, ["waiting", "held", "approved"]),
      ),
    )
    .returning({ id: payoutGuard.outgoingId });
  return held.length > 0;
}
