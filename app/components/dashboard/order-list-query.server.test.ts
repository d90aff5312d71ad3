import { describe, expect, test } from "vitest";
import { apiQuery, readOrderListQuery } from "./order-list-query.server.ts";

const read = (query: string) => readOrderListQuery(new URL(`https://exchange.example/En/dashboard/orders?${query}`));

describe("the filter in the address of an order list", () => {
  test("is read from the address", () => {
    const { query, badDate } = read("filter=returned&q=%207Q2M-K9XW-3T%20&from=2026-11-01&until=2026-11-30&page=3");
    expect(query).toEqual({ filter: "returned", q: "7Q2M-K9XW-3T", from: "2026-11-01", until: "2026-11-30", page: 3 });
    expect(badDate).toBe(false);
  });

  test.each(["filter=x", "page=0", "page=-1", "page=1.5", "page=1e9", "page=x", "q="])("%s is ignored", (query) => {
    expect(read(query).query).toEqual({ filter: "all", q: "", from: "", until: "", page: 1 });
  });

  test.each(["from=yesterday", "until=2026-13-01", "from=21.11.2026"])("%s is ignored and reported", (query) => {
    expect(read(query)).toMatchObject({ query: { from: "", until: "" }, badDate: true });
  });

  test("includes the last day, although the service's end is exclusive", () => {
    expect(apiQuery(read("until=2026-12-31").query)).toMatchObject({ to: "2027-01-01", status: undefined });
    expect(apiQuery(read("filter=completed").query).status).toEqual(["completed"]);
  });
});
