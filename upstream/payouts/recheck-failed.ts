import { and, desc, eq, gt, isNotNull } from "drizzle-orm";
import { outgoing, payoutGuard } from "../db/schema/index.ts";
import type { Context } from "../ports/context.ts";
import { advanceEach } from "./resume-waiting.ts";

const watchedMs = 7 * 24 * 3_600_000;

/**
 * Asks the rails again about movements that ended as failed although their rail had prepared them. One that was sent all
 * the same is booked, and its owner is held for an operator.
 */
export async function recheckFailed(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - watchedMs);
  const failed = await ctx.db.orm
    .select({ id: outgoing.id })
    .from(outgoing)
    .innerJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
    .where(and(eq(outgoing.status, "failed"), isNotNull(payoutGuard.plan), gt(outgoing.settledAt, since)))
    .orderBy(desc(outgoing.settledAt), desc(outgoing.id))
    .limit(200);
  await advanceEach(ctx, failed);
}
