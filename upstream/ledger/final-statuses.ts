import type { OrderStatus } from "../../contract/order/order-states.ts";

/** Where nothing of a customer's may be left: an order takes one of these only with all its accounts at zero. */
export const finalStatuses = [
  "completed",
  "refunded",
  "expired",
  "cancelled",
  "failed",
  "charged_back",
] as const satisfies readonly OrderStatus[];
