import { dayAfter, isDay } from "./days.ts";
import { filterNames, type OrderFilter, orderFilters } from "./order-filters.ts";

/** The filter in the address of the list. Invalid values are ignored; an invalid date is reported. */
export type OrderListQuery = { filter: OrderFilter; q: string; from: string; until: string; page: number };

export function readOrderListQuery(url: URL): { query: OrderListQuery; badDate: boolean } {
  const { searchParams: query } = url;
  const typedFrom = query.get("from")?.trim() ?? "";
  const typedUntil = query.get("until")?.trim() ?? "";
  const page = Number(query.get("page") ?? "1");
  return {
    query: {
      filter: filterNames.find((name) => name === query.get("filter")) ?? "all",
      q: query.get("q")?.trim().slice(0, 200) ?? "",
      from: isDay(typedFrom) ? typedFrom : "",
      until: isDay(typedUntil) ? typedUntil : "",
      page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    },
    badDate: [typedFrom, typedUntil].some((day) => day !== "" && !isDay(day)),
  };
}

/** The same for the service, where the end of a period is exclusive. */
export function apiQuery({ filter, q, from, until, page }: OrderListQuery) {
  return {
    page,
    status: orderFilters[filter].length > 0 ? [...orderFilters[filter]] : undefined,
    q: q || undefined,
    from: from || undefined,
    to: until ? dayAfter(until) : undefined,
  };
}
