import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { type WebhookBody, webhookBody } from "../../../contract/order/gateway.ts";
import type { Context } from "../../context.ts";
import { gatewayEvent } from "../../db/schema/index.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { type EventMark, hearCancelled, hearPayment } from "./ingest-payment.ts";
import { nebulox, sessionById } from "./sessions.ts";

/**
 * Takes an event whose signature was found right. Nothing to say back means: had its effect, now or before, or has
 * none. Refused is what the gateway should try again later or look at: what nobody understands, what contradicts an
 * earlier event of the same id, a payment that its order cannot take. See docs/decisions/091.
 */
export async function takeEvent(ctx: Context, id: string, body: Uint8Array): Promise<Refusal | undefined> {
  const event = read(body);
  if (!event) return refused(ctx, id, refuse("validation_failed"));
  const mark = { id, bodyHash: createHash("sha256").update(body).digest("base64url") };
  const before = await heardBefore(ctx, id);
  if (before !== undefined) {
    return before === mark.bodyHash ? undefined : refused(ctx, id, refuse("idempotency_key_reused"));
  }
  const session = await sessionById(ctx.db, event.data.session_id);
  if (!session) {
    ctx.log.warn({ gateway: nebulox, event: id }, "an event of a payment session that was not opened here");
    return undefined;
  }
  const refusal = await hear(ctx, session, event, mark);
  return refusal && refused(ctx, id, refusal);
}

async function hear(
  ctx: Context,
  session: Parameters<typeof hearPayment>[1],
  { type, data }: WebhookBody,
  mark: EventMark,
): Promise<Refusal | undefined> {
  if (type === "session.cancelled") await hearCancelled(ctx, session, mark);
  if (type !== "payment.updated") return undefined;
  return data.payment ? hearPayment(ctx, session, data.payment, mark) : refuse("validation_failed");
}

function refused(ctx: Context, id: string, refusal: Refusal): Refusal {
  ctx.log.warn({ gateway: nebulox, event: id, code: refusal.refused }, "an event of the gateway was refused");
  return refusal;
}

function read(body: Uint8Array): WebhookBody | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return webhookBody.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function heardBefore(ctx: Context, id: string): Promise<string | undefined> {
  const isIt = and(eq(gatewayEvent.gateway, nebulox), eq(gatewayEvent.id, id));
  const [row] = await ctx.db.orm.select({ bodyHash: gatewayEvent.bodyHash }).from(gatewayEvent).where(isIt);
  return row?.bodyHash;
}
