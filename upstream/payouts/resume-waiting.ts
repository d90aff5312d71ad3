import { and, asc, eq, inArray, isNotNull, isNull, ne, or } from "drizzle-orm";
import { outgoing, payoutGuard } from "../db/schema/index.ts";
import type { Context } from "../ports/context.ts";
import { RailUnavailable } from "../ports/rail.ts";
import { advance } from "./advance.ts";

/**
 * Tries again what waits for its caps or for something its rail lacks, and moves on what has no job of its own: the longest
 * waiting first.
 */
export async function resumeWaiting(ctx: Context): Promise<void> {
  const waiting = await ctx.db.orm
    .select({ id: outgoing.id })
    .from(outgoing)
    .innerJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
    .where(
      and(
        eq(outgoing.status, "sending"),
        or(
          // A stopped rail goes on by a command, which queues what waits.
          and(
            inArray(payoutGuard.state, ["waiting", "approved"]),
            isNotNull(payoutGuard.why),
            ne(payoutGuard.why, "stopped"),
          ),
          and(isNull(outgoing.orderRef), ne(payoutGuard.state, "held")),
        ),
      ),
    )
    .orderBy(asc(outgoing.createdAt), asc(outgoing.id))
    .limit(50);
  await advanceEach(ctx, waiting);
}

/** One failure does not keep back the others. */
export async function advanceEach(ctx: Context, movements: readonly { id: string }[]): Promise<void> {
  for (const { id } of movements) {
    try {
      await advance(ctx, id);
    } catch (error) {
      if (error instanceof RailUnavailable) ctx.log.warn({ movement: id, err: error }, "the rail of a payout is away");
      else ctx.log.error({ movement: id, err: error }, "a payout could not go on");
    }
  }
}
