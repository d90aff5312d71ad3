import { and, asc, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { Context } from "../context.ts";
import { outgoing } from "../db/schema/index.ts";
import { RailUnavailable } from "../ports/rail.ts";
import { advance } from "./advance.ts";

/** Tries again what waits for its caps or for something its rail lacks: the longest waiting first. */
export async function resumeWaiting(ctx: Context): Promise<void> {
  const waiting = await ctx.db.orm
    .select({ id: outgoing.id })
    .from(outgoing)
    .where(
      and(
        eq(outgoing.status, "sending"),
        inArray(outgoing.state, ["waiting", "approved"]),
        // A stopped rail goes on by a command, which queues what waits.
        and(isNotNull(outgoing.why), ne(outgoing.why, "stopped")),
      ),
    )
    .orderBy(asc(outgoing.createdAt), asc(outgoing.id))
    .limit(50);
  for (const { id } of waiting) {
    try {
      await advance(ctx, id);
    } catch (error) {
      if (!(error instanceof RailUnavailable)) throw error;
      ctx.log.warn({ movement: id, err: error }, "the rail of a waiting payout does not answer");
    }
  }
}
