import { describe, expect, test } from "vitest";
import { examplePair } from "../../../../tests/support/orders/example-pair.ts";
import { withAsset } from "./change-asset.ts";

const pairs = [
  examplePair({ id: "usdt", from: "usdt-trc20", to: "paypal-usd", suggested_from: "500.000000" }),
  examplePair({ id: "btc", from: "btc", to: "paypal-usd", suggested_from: "0.00500000" }),
];
const market = { assets: {}, pairs, reversePages: {} };
const given = { from: "usdt-trc20", to: "paypal-usd", side: "from", typed: "500", promo: "" } as const;

describe("changing a currency", () => {
  test("suggests a new amount when the visitor entered none", () => {
    expect(withAsset(given, "from", "btc", market, "ru")).toEqual({ ...given, from: "btc", typed: "0,005" });
  });

  test("keeps an amount the visitor entered, on either side", () => {
    const typed = { ...given, typed: "0.1" };
    expect(withAsset(typed, "from", "btc", market, "en")).toEqual({ ...typed, from: "btc" });
    const wanted = { ...given, side: "to", typed: "100" } as const;
    expect(withAsset(wanted, "from", "btc", market, "en")).toEqual({ ...wanted, from: "btc" });
  });

  test("keeps the amount when the other side's currency changes", () => {
    expect(withAsset(given, "to", "paypal-eur", market, "en")).toEqual({ ...given, to: "paypal-eur" });
  });
});
