import { and, eq, isNotNull, isNull, lte, or } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { reserveRequest } from "../../db/schema/service.ts";
import { offerOf } from "../quotes/priced-pair.ts";

/** Kind of the e-mail and of its job. */
export const reserveLetter = "reserve_ready";

type Answering = Pick<Context, "clock" | "db" | "jobs" | "log" | "market" | "policy" | "rates">;

/**
 * E-mails everybody whose requested amount the public reserve covers now, once each, and deletes old requests. Safe to
 * run in several processes.
 */
export async function answerReserveRequests(ctx: Answering): Promise<void> {
  const now = ctx.clock.now();
  await forgetOld(ctx, now);
  const waiting = await ctx.db.orm.select().from(reserveRequest).where(isNull(reserveRequest.toldAt));
  if (waiting.length === 0) return;
  const { pairs } = await ctx.market.snapshot();
  for (const { id, pairId, amount } of waiting) {
    const pair = pairs.get(pairId);
    const isThere = pair && offerOf(pair, ctx.rates, now).status === "active" && amount <= pair.to.reserve;
    if (isThere) await tell(ctx, id, now);
  }
  ctx.jobs.nudge();
}

async function tell(ctx: Answering, id: string, now: Date): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const mine = and(eq(reserveRequest.id, id), isNull(reserveRequest.toldAt));
    const told = await tx.update(reserveRequest).set({ toldAt: now }).where(mine).returning({ id: reserveRequest.id });
    // Another process was faster, or the customer has unsubscribed meanwhile.
    if (told.length > 0) await ctx.jobs.send(tx, "letter", { ref: id, kind: reserveLetter, version: "1" });
  });
}

async function forgetOld({ db, policy }: Answering, now: Date): Promise<void> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const { toldAt, askedAt } = reserveRequest;
  const isOld = lte(askedAt, before(policy.reserveRequestKeptSeconds));
  const wasTold = and(isNotNull(toldAt), lte(toldAt, before(policy.reserveLetterKeptSeconds)));
  await db.orm.delete(reserveRequest).where(or(isOld, wasTold));
}
