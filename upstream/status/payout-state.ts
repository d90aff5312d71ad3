import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { PartState } from "../../contract/market/service-parts.ts";
import type { Orm } from "../db/database.ts";
import { order } from "../db/schema/orders.ts";
import { outgoing, payoutGuard } from "../db/schema/outgoing.ts";
import { payoutWait } from "../payouts/payout-wait.ts";
import type { Context } from "../ports/context.ts";
import { minuteMs } from "./days.ts";
import { worstOf } from "./worst-of.ts";

type Reading = { db: { orm: Pick<Orm, "select"> } } & Pick<Context, "rails">;

/** A payout that waits for longer is late, unless its rail promises another time. */
const usualMinutes = 30;
/** What a payout waits for where we are checking it, or let it go with the next release: that is not late. */
const ordinaryWaits: readonly unknown[] = ["review", "check", "release"];

/**
 * Whether paid orders get their payouts in time. Orders on hold and payouts that the guard holds wait for a decision, so they do not
 * count.
 */
export async function payoutState(ctx: Reading, now: Date): Promise<PartState> {
  // What was held and then approved waits since the approval.
  const since = sql`min(greatest(${order.updatedAt}, ${payoutGuard.stateAt}))` as SQL<Date>;
  const waiting = await ctx.db.orm
    .select({
      ...{ asset: order.toAsset, rail: outgoing.rail, state: payoutGuard.state, why: payoutGuard.why },
      since: since.mapWith(order.updatedAt),
    })
    .from(order)
    .leftJoin(
      outgoing,
      and(eq(outgoing.orderRef, order.ref), eq(outgoing.kind, "payout"), eq(outgoing.status, "sending")),
    )
    .leftJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
    .where(inArray(order.status, ["processing", "sending"]))
    .groupBy(order.toAsset, outgoing.rail, payoutGuard.state, payoutGuard.why);
  const late = waiting.flatMap(({ asset, rail, state, why, since }) => {
    if (state !== null && ordinaryWaits.includes(payoutWait({ state, why, isStopped: false }))) return [];
    const limitMs = limitMinutes(ctx, asset, rail) * minuteMs;
    const waitMs = now.getTime() - since.getTime();
    return waitMs > limitMs ? [{ waitMs, limitMs }] : [];
  });
  return worstOf(await Promise.all(late.map((wait) => lateState(ctx, wait, now))));
}

function limitMinutes({ rails }: Pick<Context, "rails">, asset: string, rail: string | null): number {
  const payouts = rails.payoutsOf(asset);
  return (payouts.find(({ id }) => id === rail) ?? payouts[0])?.withinMinutes ?? usualMinutes;
}

/** Payouts have stopped if one waits for twice the time that it may take while none was sent in it. */
async function lateState(
  { db }: Reading,
  { waitMs, limitMs }: { waitMs: number; limitMs: number },
  now: Date,
): Promise<PartState> {
  const stoppedMs = 2 * limitMs;
  if (waitMs <= stoppedMs) return "partly";
  const [sent] = await db.orm
    .select({ id: outgoing.id })
    .from(outgoing)
    .where(
      and(
        eq(outgoing.kind, "payout"),
        eq(outgoing.status, "sent"),
        gt(outgoing.settledAt, new Date(now.getTime() - stoppedMs)),
      ),
    )
    .limit(1);
  return sent ? "partly" : "stopped";
}
