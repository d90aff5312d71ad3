import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { sandboxSessionEvent } from "../../../db/schema/index.ts";
import type { Context } from "../../../ports/context.ts";
import { nebulox } from "../../nebulox/sessions.ts";
import { signWebhook } from "../../nebulox/webhook-signature.ts";
import { bookedEvent } from "./session-store.ts";
import { sandboxWebhookSecrets } from "./webhook-secrets.ts";

type EventRow = typeof sandboxSessionEvent.$inferSelect;

const batchSize = 20;
/** Lease time of a delivery; after it the delivery is retried. */
const leaseSeconds = 30;
const maxPauseSeconds = 3600;

/**
 * Sends the gateway's events to the service's own webhook over HTTP, signed; retried with growing delays until
 * accepted. Safe in several processes. Returns the number of attempts.
 */
export async function deliverDue(ctx: Context): Promise<number> {
  const due = await ctx.db.orm
    .select()
    .from(sandboxSessionEvent)
    .where(isEventDue(ctx.clock.now()))
    .orderBy(asc(sandboxSessionEvent.dueAt), asc(sandboxSessionEvent.id))
    .limit(batchSize);
  for (const row of due.sort(byVersion)) await deliver(ctx, row);
  return due.length;
}

export const isEventDue = (now: Date) =>
  and(isNull(sandboxSessionEvent.deliveredAt), lte(sandboxSessionEvent.nextTryAt, now));

async function deliver(ctx: Context, row: EventRow): Promise<void> {
  const isSameAttempt = and(eq(sandboxSessionEvent.id, row.id), eq(sandboxSessionEvent.nextTryAt, row.nextTryAt));
  const claimed = await ctx.db.orm
    .update(sandboxSessionEvent)
    .set({ nextTryAt: later(ctx, leaseSeconds), attempts: row.attempts + 1 })
    .where(and(isSameAttempt, isNull(sandboxSessionEvent.deliveredAt)))
    .returning({ id: sandboxSessionEvent.id });
  if (claimed.length === 0) return;
  const response = await ctx.callBack(requestOf(ctx, row));
  const pauseSeconds = Math.min(maxPauseSeconds, 2 ** (row.attempts + 1));
  await ctx.db.orm
    .update(sandboxSessionEvent)
    .set(response.ok ? { deliveredAt: ctx.clock.now() } : { nextTryAt: later(ctx, pauseSeconds) })
    .where(eq(sandboxSessionEvent.id, row.id));
}

function requestOf(ctx: Context, { id, event, dueAt }: EventRow): Request {
  const body = new TextEncoder().encode(
    JSON.stringify({ ...bookedEvent.parse(event), timestamp: dueAt.toISOString() }),
  );
  const timestampSeconds = Math.floor(ctx.clock.now().getTime() / 1000);
  const [secret = ""] = sandboxWebhookSecrets(ctx.env);
  return new Request(`${ctx.env.PUBLIC_ORIGIN}/api/v1/gateways/${nebulox}/webhook`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestampSeconds),
      "webhook-signature": signWebhook(secret, { id, timestampSeconds }, body),
    },
    body,
  });
}

const later = (ctx: Context, seconds: number) => new Date(ctx.clock.now().getTime() + seconds * 1000);

function byVersion(a: EventRow, b: EventRow): number {
  return a.dueAt.getTime() - b.dueAt.getTime() || versionOf(a) - versionOf(b);
}

function versionOf({ event }: EventRow): number {
  const booked = bookedEvent.parse(event);
  return booked.type === "payment.updated" ? booked.data.payment.version : 0;
}
