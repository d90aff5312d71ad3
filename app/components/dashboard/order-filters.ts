import { type OrderStatus, openStatuses } from "../../../contract/order/order-states.ts";

/** The tabs of the list and the statuses each shows. Drafts are not orders yet. */
export const orderFilters = {
  all: [],
  open: openStatuses,
  completed: ["completed"],
  returned: ["refund_pending", "refunding", "refunded", "charged_back"],
} as const satisfies Record<string, readonly OrderStatus[]>;

export type OrderFilter = keyof typeof orderFilters;
/** The number of orders in a tab, from the counts per status. */
export function countOf(filter: OrderFilter, byStatus: Record<string, number>): number {
  const counted = Object.entries(byStatus).filter(([status]) => isShown(filter, status));
  return counted.reduce((sum, [, orders]) => sum + orders, 0);
}

function isShown(filter: OrderFilter, status: string): boolean {
  if (filter === "all") return status !== "draft";
  return orderFilters[filter].some((name) => name === status);
}

export const filterNames = ["all", "open", "completed", "returned"] as const satisfies readonly OrderFilter[];
