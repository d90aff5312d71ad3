import { describe, expect, test } from "vitest";
import { historyApiQuery, readHistoryQuery } from "./history-query.server.ts";

const read = (query: string) =>
  readHistoryQuery(new URL(`https://exchange.example/En/dashboard/transactions?${query}`), ["btc", "usdt-trc20"]);

describe("the filter in the address of the transactions", () => {
  test("is read from the address", () => {
    const { query, badDate } = read("kind=orders&wallet=btc&from=2026-11-01&until=2026-11-30&cursor=abc");
    expect(query).toEqual({ kind: "orders", wallet: "btc", from: "2026-11-01", until: "2026-11-30", cursor: "abc" });
    expect(badDate).toBe(false);
  });

  test.each(["kind=x", "wallet=doge", "from=yesterday", "until=2026-13-01"])("%s is ignored", (query) => {
    expect(read(query).query).toEqual({ kind: "all", wallet: "", from: "", until: "", cursor: "" });
    expect(read(query).badDate).toBe(/from|until/.test(query));
  });

  test("asks the service for the types of a tab, and includes the last day", () => {
    expect(historyApiQuery(read("kind=deposits&until=2026-12-31").query)).toEqual({
      asset: undefined,
      type: ["deposit"],
      from: undefined,
      to: "2027-01-01",
      cursor: undefined,
    });
    expect(historyApiQuery(read("wallet=btc").query)).toMatchObject({ asset: ["btc"], type: undefined });
  });
});
