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
    summary: "Makes the sandbox rail behave so for this order. Only while the sandbox rail is on.",
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
    summary: "Moves the service’s clock for everybody, then sweeps. Only when the operator allows it.",
    body: sandboxClockBody,
    reply: sandboxClockReply,
    problems: [],
  },
  sandboxLetters: {
    ...read,
    path: "sandbox/letters",
    area: "sandbox",
    access: "loopback",
    summary: "The test mailbox. Answers peers on this machine only.",
    query: emailsQuery,
    reply: emailsReply,
    problems: [],
  },
  gatewayConfirm: {
    ...write,
    path: "gateways/nebulox/confirm",
    area: "gateways",
    access: "order",
    summary: "The browser is back from the hosted gateway: a hint. The gateway is asked, and its answer decides.",
    body: confirmBody,
    reply: confirmReply,
    problems: ["invalid_transition"],
  },
  gatewayWebhook: {
    ...write,
    path: "gateways/{name}/webhook",
    area: "gateways",
    access: "signed",
    summary: "A hosted gateway tells what happened, in Standard Webhooks form; again until it gets a 2xx.",
    body: webhookBody,
    replyStatus: 204,
    problems: ["signature_invalid", "idempotency_key_reused", "invalid_transition"],
    open: true,
  },
} as const satisfies Record<string, Endpoint>;
