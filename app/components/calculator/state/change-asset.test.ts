import { describe, expect, test } from "vitest";
import { examplePair } from "../../../../tests/support/orders/example-pair.ts";
import { changeAsset } from "./change-asset.ts";

const pairs = [
  examplePair({ id: "usdt", from: "usdt-trc20", to: "paypal-usd", suggested_from: "500.000000" }),
  examplePair({ id: "btc", from: "btc", to: "paypal-usd", suggested_from: "0.00500000" }),
];
const market = { assets: {}, pairs, reversePages: {} };
const input = { from: "usdt-trc20", to: "paypal-usd", side: "from", typed: "500", promo: "" } as const;

describe("changing a currency", () => {
  test("suggests a new amount when the visitor entered none", () => {
    expect(changeAsset(input, "from", "btc", market, "ru")).toEqual({ ...input, from: "btc", typed: "0,005" });
  });

  test("keeps an amount the visitor entered, on either side", () => {
    const typed = { ...input, typed: "0.1" };
    expect(changeAsset(typed, "from", "btc", market, "en")).toEqual({ ...typed, from: "btc" });
    const receiving = { ...input, side: "to", typed: "100" } as const;
    expect(changeAsset(receiving, "from", "btc", market, "en")).toEqual({ ...receiving, from: "btc" });
  });

  test("keeps the amount when the other side's currency changes", () => {
    expect(changeAsset(input, "to", "paypal-eur", market, "en")).toEqual({ ...input, to: "paypal-eur" });
  });
});
