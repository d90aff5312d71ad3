import {
  subscribeBody,
  subscribeConfirmBody,
  subscribeConfirmReply,
  unsubscribeBody,
} from "../newsletter/newsletter.ts";
import { acceptedReply } from "../order/order-steps.ts";
import { write } from "./call-kinds.ts";
import type { Endpoint } from "./endpoint.ts";

export const newsletterCalls = {
  subscribe: {
    ...write,
    path: "subscribe",
    area: "misc",
    access: "public",
    summary: "Emails a link that subscribes the address to the newsletter; the reply does not reveal subscriptions.",
    body: subscribeBody,
    reply: acceptedReply,
    replyStatus: 202,
    problems: [],
  },
  subscribeConfirm: {
    ...write,
    path: "subscribe/confirm",
    area: "misc",
    access: "public",
    summary: "Subscribes the address that received the token.",
    body: subscribeConfirmBody,
    reply: subscribeConfirmReply,
    problems: [],
  },
  unsubscribe: {
    ...write,
    path: "subscribe/stop",
    area: "misc",
    access: "public",
    summary: "Unsubscribes an address with the key from one of its emails; the reply is the same for any key.",
    body: unsubscribeBody,
    reply: acceptedReply,
    replyStatus: 202,
    problems: [],
  },
} as const satisfies Record<string, Endpoint>;
