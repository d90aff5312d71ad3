import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Logger } from "pino";
import { type WebhookBody, webhookBody } from "../../../contract/order/gateway.ts";
import { gatewayEvent } from "../../db/schema/index.ts";
import { isStorable } from "../../db/storable.ts";
import type { RailWebhook, ReportEvent } from "../../ports/rail.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import type { RailDesk } from "../registration.ts";
import { type EventMark, ingestCancelled, ingestPayment } from "./ingest-payment.ts";
import { type GatewaySessionRow, nebulox, sessionById } from "./sessions.ts";
import { verifiedWebhook } from "./webhook-signature.ts";

/**
 * Handles a webhook of the gateway. Undefined: it has been applied, now or before, or needs no action. Refuses with
 * `signature_invalid`, or with what the gateway should retry or check: an unknown format, a body that differs from an
 * earlier event with the same id, a payment that its order cannot accept.
 */
export async function receiveWebhook(
  desk: RailDesk,
  secrets: readonly string[],
  { headers, body, log }: Parameters<RailWebhook>[0],
  report: ReportEvent,
): Promise<Refusal | undefined> {
  const id = verifiedWebhook(secrets, headers, body, desk.clock.now());
  if (id === undefined) return refuse("signature_invalid");
  const event = read(body);
  if (!event) return refused(log, id, refuse("validation_failed"));
  const mark = { id, bodyHash: createHash("sha256").update(body).digest("base64url") };
  const before = await processedBefore(desk, id);
  if (before !== undefined) {
    if (before !== mark.bodyHash) return refused(log, id, refuse("idempotency_key_reused"));
    await desk.db.confirmCommits();
    return undefined;
  }
  const session = await sessionById(desk.db, event.data.session_id);
  if (!session) {
    log.warn({ gateway: nebulox, event: id }, "gateway event for an unknown session");
    return undefined;
  }
  const refusal = await ingest(desk, session, event, mark, report);
  return refusal && refused(log, id, refusal);
}

async function ingest(
  desk: RailDesk,
  session: GatewaySessionRow,
  { type, data }: WebhookBody,
  mark: EventMark,
  report: ReportEvent,
): Promise<Refusal | undefined> {
  if (type === "session.cancelled") await ingestCancelled(desk, session, mark, report);
  if (type !== "payment.updated") return undefined;
  return data.payment ? ingestPayment(desk, session, data.payment, mark, report) : refuse("validation_failed");
}

function refused(log: Logger, id: string, refusal: Refusal): Refusal {
  log.warn({ gateway: nebulox, event: id, code: refusal.refused }, "gateway event refused");
  return refusal;
}

function read(body: Uint8Array): WebhookBody | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const value: unknown = JSON.parse(text);
    return isStorable(value) ? webhookBody.safeParse(value).data : undefined;
  } catch {
    return undefined;
  }
}

async function processedBefore(desk: RailDesk, id: string): Promise<string | undefined> {
  const isIt = and(eq(gatewayEvent.gateway, nebulox), eq(gatewayEvent.id, id));
  const [row] = await desk.db.orm.select({ bodyHash: gatewayEvent.bodyHash }).from(gatewayEvent).where(isIt);
  return row?.bodyHash;
}
