import type { OrderStatus } from "../../../contract/order-states.ts";

/** The tabs of the list, and which statuses each shows. What was begun and not confirmed is no order yet. */
export const orderFilters = {
  all: [],
  open: [
    "awaiting_payment",
    "payment_reported",
    "confirming",
    "on_hold",
    "processing",
    "sending",
    "refund_pending",
    "refunding",
    "disputed",
  ],
  completed: ["completed"],
  returned: ["refund_pending", "refunding", "refunded", "charged_back"],
} as const satisfies Record<string, readonly OrderStatus[]>;

export type OrderFilter = keyof typeof orderFilters;
export const filterNames = ["all", "open", "completed", "returned"] as const satisfies readonly OrderFilter[];
