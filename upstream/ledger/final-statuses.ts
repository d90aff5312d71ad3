import type { OrderStatus } from "../../contract/order/order-states.ts";

/** Statuses an order may take only when all its accounts are zero. */
export const finalStatuses = [
  "completed",
  "refunded",
  "expired",
  "cancelled",
  "failed",
  "charged_back",
] as const satisfies readonly OrderStatus[];
