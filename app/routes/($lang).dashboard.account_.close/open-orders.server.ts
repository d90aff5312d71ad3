import type { OrderSummary } from "../../../contract/order/member-orders.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { orderFilters } from "../../components/dashboard/order-filters.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

const shownOrders = 10;

type OpenOrders = { ok: true; orders: OrderSummary[]; total: number } | { ok: false; problem: ApiProblem };

/** Orders that must end before the account can be closed: the first few and their number. */
export async function openOrders(args: RouteArgs): Promise<OpenOrders> {
  const query = { status: [...orderFilters.open], per_page: shownOrders };
  const list = await api(args, "memberOrders", { query });
  return list.ok ? { ok: true, orders: list.data.data, total: list.data.meta.total } : list;
}
