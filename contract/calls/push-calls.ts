import { pushQuery, pushReply, pushSubscribeBody } from "../order/order-push.ts";
import { read, remove, write } from "./call-kinds.ts";
import type { Endpoint } from "./endpoint.ts";

/** Web push: an order's customer is told of its progress by the browser, with the page closed. */
export const pushCalls = {
  orderPush: {
    ...read,
    path: "orders/push",
    area: "orders",
    access: "order",
    summary: "Whether a browser is told about an order.",
    query: pushQuery,
    reply: pushReply,
    problems: [],
  },
  orderPushOn: {
    ...write,
    method: "PUT",
    path: "orders/push",
    area: "orders",
    access: "order",
    summary: "Tells a browser about the progress of an order until it ends.",
    body: pushSubscribeBody,
    reply: pushReply,
    problems: ["invalid_transition", "not_available"],
  },
  orderPushOff: {
    ...remove,
    path: "orders/push",
    area: "orders",
    access: "order",
    summary: "Tells a browser nothing more about an order.",
    query: pushQuery,
    problems: [],
  },
} as const satisfies Record<string, Endpoint>;
