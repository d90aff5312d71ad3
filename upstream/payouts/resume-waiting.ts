import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import { outgoing, payoutGuard } from "../db/schema/index.ts";
import type { Context } from "../ports/context.ts";
import { RailUnavailable } from "../ports/rail.ts";
import { advance } from "./advance.ts";

const pageSize = 50;
/** A movement of an order has a job; after this time that has failed, or is lost with its process. */
const jobSeconds = 15;

/**
 * Tries again what waits for its caps or for something its rail lacks, and moves on what has no job of its own, or one that has
 * failed: its next try comes later after each failure, while the rail may be back. All of it, the longest waiting first.
 */
export async function resumeWaiting(ctx: Context): Promise<void> {
  let last: WaitingMovement | undefined;
  do {
    const page = await waitingAfter(ctx, last);
    await advanceEach(ctx, page);
    last = page.length < pageSize ? undefined : page.at(-1);
  } while (last);
}

type WaitingMovement = Pick<typeof outgoing.$inferSelect, "id" | "createdAt">;

function waitingAfter(
  { db, clock }: Pick<Context, "db" | "clock">,
  last: WaitingMovement | undefined,
): Promise<WaitingMovement[]> {
  const isLater =
    last &&
    or(gt(outgoing.createdAt, last.createdAt), and(eq(outgoing.createdAt, last.createdAt), gt(outgoing.id, last.id)));
  const jobsEnd = new Date(clock.now().getTime() - jobSeconds * 1000);
  const isJobOver = and(
    isNull(payoutGuard.why),
    lte(sql`coalesce(${payoutGuard.stateAt}, ${outgoing.createdAt})`, jobsEnd),
  );
  return db.orm
    .select({ id: outgoing.id, createdAt: outgoing.createdAt })
    .from(outgoing)
    .innerJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
    .where(
      and(
        eq(outgoing.status, sql`'sending'`),
        isLater,
        or(
          // A stopped rail goes on by a command, which queues what waits.
          and(
            inArray(payoutGuard.state, ["waiting", "approved"]),
            isNotNull(payoutGuard.why),
            ne(payoutGuard.why, "stopped"),
          ),
          and(
            inArray(payoutGuard.state, ["waiting", "approved", "prepared"]),
            or(isNull(outgoing.orderRef), isJobOver),
          ),
        ),
      ),
    )
    .orderBy(asc(outgoing.createdAt), asc(outgoing.id))
    .limit(pageSize);
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
