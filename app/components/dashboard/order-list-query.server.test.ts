import { describe, expect, test } from "vitest";
import { asCall, readOrderQuery } from "./order-list-query.server.ts";

const read = (query: string) => readOrderQuery(new URL(`https://exchange.example/En/dashboard/orders?${query}`));

describe("the filter in the address of an order list", () => {
  test("is read from the address", () => {
    const { asked, badDate } = read("filter=returned&q=%207Q2M-K9XW-3T%20&from=2026-11-01&until=2026-11-30&page=3");
    expect(asked).toEqual({ filter: "returned", q: "7Q2M-K9XW-3T", from: "2026-11-01", until: "2026-11-30", page: 3 });
    expect(badDate).toBe(false);
  });

  test.each(["filter=x", "page=0", "page=-1", "page=1.5", "page=1e9", "page=x", "q="])("%s is ignored", (query) => {
    expect(read(query).asked).toEqual({ filter: "all", q: "", from: "", until: "", page: 1 });
  });

  test.each(["from=yesterday", "until=2026-13-01", "from=21.11.2026"])("%s is ignored and reported", (query) => {
    expect(read(query)).toMatchObject({ asked: { from: "", until: "" }, badDate: true });
  });

  test("includes the last day, although the service's end is exclusive", () => {
    expect(asCall(read("until=2026-12-31").asked)).toMatchObject({ to: "2027-01-01", status: undefined });
    expect(asCall(read("filter=completed").asked).status).toEqual(["completed"]);
  });
});
