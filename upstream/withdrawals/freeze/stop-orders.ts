import { and, eq, notInArray } from "drizzle-orm";
import { finalStatuses } from "../../../contract/order/order-states.ts";
import { inForce } from "../../accounts/security/freeze-in-force.ts";
import type { Orm } from "../../db/database.ts";
import { accountFreeze } from "../../db/schema/account-freeze.ts";
import { order, outgoing } from "../../db/schema/index.ts";
import { applyEvent, applyEvents } from "../../orders/apply-event.ts";
import { advance } from "../../payouts/advance.ts";
import { endUnprepared } from "../../payouts/hold.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";

/** Orders of a member that were paid from a wallet, whose payout leaves the wallets, and that have not ended. */
export async function unendedOrders(reader: Pick<Orm, "select">, memberId: string): Promise<string[]> {
  const paidFromWallet = and(eq(order.ownerId, memberId), eq(order.payinMethod, "balance"));
  const rows = await reader
    .select({ ref: order.ref })
    .from(order)
    .where(and(paidFromWallet, eq(order.payoutToWallet, false), notInArray(order.status, ["draft", ...finalStatuses])))
    .orderBy(order.createdAt, order.ref);
  return rows.map(({ ref }) => ref);
}

/**
 * The second half of a freeze, after nothing can leave any more: gives back what orders paid from the wallets have not
 * sent. Each in a transaction of its own, under the order's lock, so that it is safe to repeat; an order that the rail has
 * already, or that our team looks at, stays as it is.
 */
export async function stopOrders(ctx: Context, refs: readonly string[]): Promise<void> {
  for (const ref of refs) {
    try {
      if (await stopOrder(ctx, ref)) await refundNow(ctx, ref);
    } catch (error) {
      // The others are stopped all the same, and the schedule tries this one again.
      ctx.log.error({ order: ref, err: error }, "an order of a frozen account was not stopped");
    }
  }
}

/** Repeats it for all freezes in force: what a crash or a lost race has left is stopped by the schedule. */
export async function stopOrdersOfFrozen(ctx: Context): Promise<void> {
  const rows = await ctx.db.orm.select().from(accountFreeze).where(inForce(ctx.clock.now()));
  for (const { memberId } of rows) await stopOrders(ctx, await unendedOrders(ctx.db.orm, memberId));
}

/** Whether it is refunded now. */
async function stopOrder(ctx: Context, ref: string): Promise<boolean> {
  const [outgoingId = null] = await sendingOf(ctx, ref, "payout");
  const events = [{ name: "stopped_by_owner", outgoingId }] as const;
  const result = await applyEvents(ctx, ref, events, "client", async (tx) => {
    return outgoingId === null || endUnprepared(tx, outgoingId, ctx.clock.now());
  });
  return !isRefusal(result) && result.status === "refund_pending";
}

/** At once, so that the answer can say that it is back; a job does the same. */
async function refundNow(ctx: Context, ref: string): Promise<void> {
  await applyEvent(ctx, ref, { name: "refund_started" }, "system");
  for (const id of await sendingOf(ctx, ref, "refund")) await advance(ctx, id);
}

async function sendingOf({ db }: Pick<Context, "db">, ref: string, kind: "payout" | "refund"): Promise<string[]> {
  const rows = await db.orm
    .select({ id: outgoing.id })
    .from(outgoing)
    .where(and(eq(outgoing.orderRef, ref), eq(outgoing.kind, kind), eq(outgoing.status, "sending")));
  return rows.map(({ id }) => id);
}
