import { eq } from "drizzle-orm";
import type { GatewayPayment } from "../../../contract/order/gateway.ts";
import { gatewaySession } from "../../../upstream/db/schema/gateway.ts";
import { signWebhook } from "../../../upstream/rails/nebulox/webhook-signature.ts";
import { acceptedDraft, executeDraft, type OpenedOrder } from "../orders/order-steps.ts";
import type { Exchange } from "./exchange.ts";

/** Test keys; never used for real signatures. */
export const secrets = {
  newer: `whsec_${Buffer.from("a secret of the gateway, the newer").toString("base64")}`,
  older: `whsec_${Buffer.from("a secret of the gateway, the older").toString("base64")}`,
  taken: `whsec_${Buffer.from("a secret that was taken out before").toString("base64")}`,
};
export const gatewaySettings = { NEBULOX_WEBHOOK_SECRETS: `${secrets.newer},${secrets.older}` };

export type HostedOrder = OpenedOrder & { sessionId: string };

/** An order to pay at the hosted gateway, 500 USDT by default. */
export async function hostedOrder(service: Exchange, amount?: string): Promise<HostedOrder> {
  const draft = await acceptedDraft(service, amount ? { amount } : {});
  const order = (await executeDraft(service, draft, "hosted_gateway")).reply().data;
  const { ref, token } = draft;
  const { orm } = service.upstream.context.db;
  const [session] = await orm.select().from(gatewaySession).where(eq(gatewaySession.orderRef, ref));
  return { ref, token, order, sessionId: session?.id ?? "" };
}

export type GatewayEvent = { id: string; body: string };
type PaymentDetails = Partial<Omit<GatewayPayment, "version">>;

/** A payment event of 500 USDT; `version` counts per payment, as at the gateway. */
export function paymentEvent(
  eventId: string,
  sessionId: string,
  version: number,
  details: PaymentDetails = {},
): GatewayEvent {
  const usual = { id: "pay-1", status: "final", asset: "usdt-trc20", amount: "500", confirmations: 20, required: 20 };
  const payment = { ...usual, version, ...details };
  return { id: eventId, body: JSON.stringify({ type: "payment.updated", data: { session_id: sessionId, payment } }) };
}

export type Signing = { secret?: string; at?: Date; headers?: Record<string, string>; gateway?: string };

/** The event as the gateway sends it, signed at the service's current time by default. */
export function signedRequest(now: Date, { id, body }: GatewayEvent, signing: Signing = {}): Request {
  const { secret = secrets.newer, at = now, headers = {}, gateway = "nebulox" } = signing;
  const timestampSeconds = Math.floor(at.getTime() / 1000);
  return new Request(`http://exchange.test/api/v1/gateways/${gateway}/webhook`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestampSeconds),
      "webhook-signature": signWebhook(secret, { id, timestampSeconds }, new TextEncoder().encode(body)),
      ...headers,
    },
    body,
  });
}

export const outside = { address: "192.0.2.7", isTrusted: false };

/** Delivers it and runs the jobs it queued. */
export async function deliver(service: Exchange, event: GatewayEvent, signing?: Signing): Promise<number> {
  const request = signedRequest(service.upstream.context.clock.now(), event, signing);
  const { status } = await service.fetch(request, outside);
  await service.runJobs();
  return status;
}
