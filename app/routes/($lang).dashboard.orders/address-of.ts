import type { OrderListQuery } from "../../components/dashboard/order-list-query.server.ts";

/** The address of a list, without default values. */
export function addressOf({ filter, q, from, until, page }: OrderListQuery, path = "/dashboard/orders"): string {
  const query = new URLSearchParams();
  if (filter !== "all") query.set("filter", filter);
  if (q) query.set("q", q);
  if (from) query.set("from", from);
  if (until) query.set("until", until);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `${path}?${query}` : path;
}
