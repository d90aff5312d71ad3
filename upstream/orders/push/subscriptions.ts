import { createHash } from "node:crypto";
import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { keptDays } from "../../../contract/member/kept-days.ts";
import type { PushSubscription } from "../../../contract/order/order-push.ts";
import { openStatuses } from "../../../contract/order/order-states.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { order } from "../../db/schema/orders.ts";
import { pushSubscription } from "../../db/schema/push.ts";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { noticeOf } from "./order-notice.ts";

/** Browsers of one order. */
const maxPerOrder = 5;

type Asked = { subscription: PushSubscription; key: string; language: Lang };

type OrderRow = typeof order.$inferSelect;

/** Whether there is anything left to tell about an order. */
export function isOpenForPush({ status }: Pick<OrderRow, "status">): boolean {
  return openStatuses.some((open) => open === status);
}

/**
 * Tells a browser of everything that changes from now on. Refuses with `not_available` where web push is off, with
 * `invalid_transition` for a draft or an ended order, and subscriptions that cannot be sent to.
 */
export async function subscribeBrowser(
  ctx: Pick<Context, "db" | "ids" | "push">,
  about: OrderRow,
  { subscription, key: vapidKey, language }: Asked,
  now: Date,
): Promise<Refusal | undefined> {
  if (ctx.push.publicKey === null) return refuse("not_available");
  if (!isOpenForPush(about)) return refuse("invalid_transition", { extra: { current_status: about.status } });
  const fault = ctx.push.fault({ ...subscription, vapidKey });
  if (fault) return refuseFields({ pointer: pointers[fault], code: "invalid" });
  const endpointHash = hashOf(subscription.endpoint);
  const values = { ...subscription, vapidKey, language };
  await ctx.db.transaction(async (tx) => {
    await tx
      .insert(pushSubscription)
      .values({
        ...values,
        id: ctx.ids.newId("push"),
        orderRef: about.ref,
        endpointHash,
        told: noticeOf(about)?.key ?? null,
        comparedVersion: about.version,
        createdAt: now,
      })
      .onConflictDoUpdate({ target: [pushSubscription.orderRef, pushSubscription.endpointHash], set: values });
    const newest = tx
      .select({ id: pushSubscription.id })
      .from(pushSubscription)
      .where(eq(pushSubscription.orderRef, about.ref))
      .orderBy(desc(pushSubscription.createdAt), desc(pushSubscription.id))
      .offset(maxPerOrder);
    await tx.delete(pushSubscription).where(inArray(pushSubscription.id, newest));
  });
  return undefined;
}

const pointers = { endpoint: "/subscription/endpoint", keys: "/subscription/p256dh", vapidKey: "/key" } as const;

const hashOf = (endpoint: string) => createHash("sha256").update(endpoint).digest("base64url");

export async function isSubscribed({ db }: Pick<Context, "db">, ref: string, endpointHash: string): Promise<boolean> {
  const rows = await db.orm
    .select({ id: pushSubscription.id })
    .from(pushSubscription)
    .where(ofBrowser(ref, endpointHash));
  return rows.length > 0;
}

export async function unsubscribeBrowser(
  { db }: Pick<Context, "db">,
  ref: string,
  endpointHash: string,
): Promise<void> {
  await db.orm.delete(pushSubscription).where(ofBrowser(ref, endpointHash));
}

const ofBrowser = (ref: string, endpointHash: string) =>
  and(eq(pushSubscription.orderRef, ref), eq(pushSubscription.endpointHash, endpointHash));

/** The browsers that a member has notified; without what would let somebody else send to them. */
export async function exportPushSubscriptions({ db }: Pick<Context, "db">, memberId: string) {
  const rows = await db.orm
    .select({ order: order.ref, endpoint: pushSubscription.endpoint, at: pushSubscription.createdAt })
    .from(pushSubscription)
    .innerJoin(order, eq(order.ref, pushSubscription.orderRef))
    .where(eq(order.ownerId, memberId));
  return rows.map(({ endpoint, ...row }) => ({ ...row, push_service: new URL(endpoint).host }));
}

/** Of orders that have not ended in all this time. */
export async function deleteOldSubscriptions({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  const limit = new Date(clock.now().getTime() - keptDays.pushSubscriptions * 86_400_000);
  await db.orm.delete(pushSubscription).where(lt(pushSubscription.createdAt, limit));
}
