import { createHash } from "node:crypto";
import { and, asc, eq, isNull, lt, lte, or } from "drizzle-orm";
import { languageSettings } from "../../../contract/values/languages.ts";
import { order } from "../../db/schema/orders.ts";
import { pushSubscription } from "../../db/schema/push.ts";
import type { Context } from "../../ports/context.ts";
import { texts } from "../../shared/texts/texts.ts";
import { noticeOf, type OrderNotice } from "./order-notice.ts";
import { isOpenForPush } from "./subscriptions.ts";

type PushContext = Pick<Context, "clock" | "db" | "push">;
type Subscription = typeof pushSubscription.$inferSelect;
type OrderState = Pick<typeof order.$inferSelect, "ref" | "status" | "holdReason" | "version">;

const batchSize = 200;
/** A slow push service must not delay the others. */
const atOnce = 20;
const firstRetrySeconds = 30;
const lastRetrySeconds = 3600;
/** With the delays above, a day. */
const maxFailures = 30;

/**
 * Compares each subscribed order with what its browsers were told, and tells them what has changed: once for each notice
 * of `order-notice.ts`, the newest only. An attempt is counted before it is made, so that a crash is a failed attempt:
 * the browser is told again, later each time, and never in a loop. Safe to run in several processes.
 */
export async function tellSubscribers(ctx: PushContext): Promise<void> {
  if (ctx.push.publicKey === null) return;
  const now = ctx.clock.now();
  const isDue = or(isNull(pushSubscription.nextTryAt), lte(pushSubscription.nextTryAt, now));
  const changed = await ctx.db.orm
    .select({
      subscription: pushSubscription,
      state: { ref: order.ref, status: order.status, holdReason: order.holdReason, version: order.version },
    })
    .from(pushSubscription)
    .innerJoin(order, eq(order.ref, pushSubscription.orderRef))
    .where(and(lt(pushSubscription.comparedVersion, order.version), isDue))
    .orderBy(asc(pushSubscription.failures), asc(pushSubscription.createdAt))
    .limit(batchSize);
  const waiting = changed.values();
  const worker = async () => {
    for (const { subscription, state } of waiting) await tell(ctx, subscription, state, now);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function tell(ctx: PushContext, subscription: Subscription, state: OrderState, now: Date): Promise<void> {
  const notice = noticeOf(state);
  if (notice === null || notice.key === subscription.told) {
    await settle(ctx, subscription, state, subscription.told);
    return;
  }
  if (!(await claim(ctx, subscription, now))) return;
  const text = JSON.stringify(messageOf(subscription, notice));
  const topic = createHash("sha256").update(state.ref).digest("base64url").slice(0, 32);
  // Push services use real time, whatever offset the sandbox's clock has.
  const realTime = new Date(now.getTime() - ctx.clock.offsetSeconds() * 1000);
  const result = await ctx.push.send(subscription, { text, topic }, realTime);
  if (result === "sent") await settle(ctx, subscription, state, notice.key);
  else if (result === "gone" || subscription.failures + 1 >= maxFailures) await remove(ctx, subscription);
}

/** Counts an attempt; false when another process makes it. */
async function claim({ db }: PushContext, before: Subscription, now: Date): Promise<boolean> {
  const { id, failures, comparedVersion } = before;
  const delay = Math.min(firstRetrySeconds * 2 ** failures, lastRetrySeconds);
  const claimed = await db.orm
    .update(pushSubscription)
    .set({ failures: failures + 1, nextTryAt: new Date(now.getTime() + delay * 1000) })
    .where(
      and(
        eq(pushSubscription.id, id),
        eq(pushSubscription.failures, failures),
        eq(pushSubscription.comparedVersion, comparedVersion),
      ),
    )
    .returning({ id: pushSubscription.id });
  return claimed.length > 0;
}

/** What was compared is told. Nothing follows the end of an order, so its subscription is deleted. */
async function settle(ctx: PushContext, { id }: Subscription, state: OrderState, told: string | null): Promise<void> {
  if (!isOpenForPush(state)) return remove(ctx, { id });
  await ctx.db.orm
    .update(pushSubscription)
    .set({ told, comparedVersion: state.version, failures: 0, nextTryAt: null })
    .where(and(eq(pushSubscription.id, id), lt(pushSubscription.comparedVersion, state.version)));
}

async function remove({ db }: PushContext, { id }: Pick<Subscription, "id">): Promise<void> {
  await db.orm.delete(pushSubscription).where(eq(pushSubscription.id, id));
}

/**
 * What the browser's service worker shows. It may appear on a locked screen: no amount, account or number of the order
 * in its words. The address has no token: the cookie of the browser that subscribed opens the page.
 */
function messageOf({ language, orderRef }: Pick<Subscription, "language" | "orderRef">, { kind }: OrderNotice) {
  return {
    ...texts[language].push[kind],
    url: `/${languageSettings[language].prefix}/order/${orderRef}`,
    lang: language,
  };
}
