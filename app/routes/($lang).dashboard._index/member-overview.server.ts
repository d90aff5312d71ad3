import type { OrderSummary } from "../../../contract/order/member-orders.ts";
import { api } from "../../api/client.server.ts";
import { actionOf } from "../../components/dashboard/order-actions.ts";
import { orderFilters } from "../../components/dashboard/order-filters.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import type { OpenOrdersProps } from "./open-orders.tsx";
import type { RecentOrdersProps } from "./recent-orders.tsx";

const shownOrders = 3;

type MemberOverview = Pick<OpenOrdersProps, "open" | "confirmations"> & Pick<RecentOrdersProps, "recent">;

/** The member's orders for the overview; each list is null when it cannot be loaded. */
export async function memberOverview(args: RouteArgs): Promise<MemberOverview> {
  const [open, recent] = await Promise.all([
    api(args, "memberOrders", { query: { status: [...orderFilters.open], per_page: 50 } }),
    api(args, "memberOrders", { query: { status: [...orderFilters.completed], per_page: shownOrders } }),
  ]);
  const sorted = open.ok ? [...open.data.data].sort((a, b) => weightOf(a) - weightOf(b)) : [];
  const firstOrders = sorted.slice(0, shownOrders);
  return {
    open: open.ok ? { orders: firstOrders, total: open.data.meta.total } : null,
    confirmations: await confirmationsOf(args, firstOrders),
    recent: recent.ok ? { orders: recent.data.data, total: recent.data.meta.total } : null,
  };
}

/** What waits for the member comes first. */
const weightOf = (order: OrderSummary) => (actionOf(order).isTheirs ? 0 : 1);

/** Of payments that the network has not confirmed yet; empty when they are unknown. */
async function confirmationsOf(args: RouteArgs, orders: readonly OrderSummary[]) {
  const ref = orders.filter(({ status }) => status === "confirming").map((order) => order.ref);
  if (ref.length === 0) return {};
  const response = await api(args, "ordersStatus", { query: { ref } });
  const pulses = response.ok ? response.data.data.filter(({ required }) => required > 0) : [];
  return Object.fromEntries(
    pulses.map((pulse) => [pulse.ref, { done: pulse.confirmations, required: pulse.required }]),
  );
}
