import { confirmBody, confirmReply, webhookBody } from "../order/gateway.ts";
import {
  acceptedReply,
  emailsQuery,
  emailsReply,
  sandboxClockBody,
  sandboxClockReply,
  sandboxEventBody,
} from "../order/order-steps.ts";
import { read, write } from "./call-kinds.ts";
import type { Endpoint } from "./endpoint.ts";

/** Calls of outside parties: the hosted gateway, and the sandbox that simulates all rails. */
export const railCalls = {
  sandboxEvents: {
    ...write,
    path: "sandbox/events",
    area: "sandbox",
    access: "order",
    summary: "Simulates an event for an order. Only with sandbox rails.",
    body: sandboxEventBody,
    reply: acceptedReply,
    replyStatus: 202,
    problems: ["invalid_transition"],
  },
  sandboxClock: {
    ...write,
    path: "sandbox/clock",
    area: "sandbox",
    access: "public",
    summary: "Advances the service’s clock and applies what is then due. Only if the settings allow it.",
    body: sandboxClockBody,
    reply: sandboxClockReply,
    problems: [],
  },
  sandboxLetters: {
    ...read,
    path: "sandbox/letters",
    area: "sandbox",
    access: "loopback",
    summary: "The test mailbox. For callers on this machine only.",
    query: emailsQuery,
    reply: emailsReply,
    problems: [],
  },
  gatewayConfirm: {
    ...write,
    path: "gateways/nebulox/confirm",
    area: "gateways",
    access: "order",
    summary:
      "Called when the browser returns from the hosted gateway. The gateway is queried, and only its reply counts.",
    body: confirmBody,
    reply: confirmReply,
    problems: ["invalid_transition"],
  },
  gatewayWebhook: {
    ...write,
    path: "gateways/{name}/webhook",
    pathExample: { name: "nebulox" },
    area: "gateways",
    access: "signed",
    summary: "Webhook of a hosted gateway, in Standard Webhooks format; retried until it gets a 2xx.",
    body: webhookBody,
    replyStatus: 204,
    problems: ["signature_invalid", "idempotency_key_reused", "invalid_transition"],
    open: true,
  },
} as const satisfies Record<string, Endpoint>;
