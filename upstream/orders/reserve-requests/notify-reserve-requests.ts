import { and, eq, isNotNull, isNull, lte, or } from "drizzle-orm";
import { reserveRequest } from "../../db/schema/service.ts";
import { queueDelivery } from "../../mail/outbox/queue-email.ts";
import type { Context } from "../../ports/context.ts";
import { pricePair } from "../quotes/priced-pair.ts";

/** Kind of the email and of its job. */
export const reserveEmailKind = "reserve_ready";

type NotifyContext = Pick<Context, "clock" | "db" | "jobs" | "log" | "market" | "policy" | "rates">;

/**
 * Emails every requester whose amount the public reserve covers now, once each, and deletes old requests. Safe to
 * run in several processes.
 */
export async function notifyReserveRequests(ctx: NotifyContext): Promise<void> {
  const now = ctx.clock.now();
  await deleteOldRequests(ctx, now);
  const waiting = await ctx.db.orm.select().from(reserveRequest).where(isNull(reserveRequest.toldAt));
  if (waiting.length === 0) return;
  const { pairs } = await ctx.market.snapshot();
  for (const { id, pairId, amount } of waiting) {
    const pair = pairs.get(pairId);
    const isThere = pair && pricePair(pair, ctx.rates, now).status === "active" && amount <= pair.to.reserve;
    if (isThere) await notify(ctx, id, now);
  }
  ctx.jobs.wakeWorkers();
}

async function notify(ctx: NotifyContext, id: string, now: Date): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const stillWaiting = and(eq(reserveRequest.id, id), isNull(reserveRequest.toldAt));
    const claimed = await tx
      .update(reserveRequest)
      .set({ toldAt: now })
      .where(stillWaiting)
      .returning({ id: reserveRequest.id });
    // Another process was faster, or the customer has unsubscribed meanwhile.
    if (claimed.length > 0) await queueDelivery(tx, ctx, { ref: id, kind: reserveEmailKind, version: "1" });
  });
}

async function deleteOldRequests({ db, policy }: NotifyContext, now: Date): Promise<void> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const { toldAt, askedAt } = reserveRequest;
  const isOld = lte(askedAt, before(policy.reserveRequestKeptSeconds));
  const isRecipientLeft = and(isNotNull(toldAt), lte(toldAt, before(policy.reserveEmailKeptSeconds)));
  await db.orm.delete(reserveRequest).where(or(isOld, isRecipientLeft));
}
