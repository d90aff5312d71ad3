import { expect, test } from "vitest";
import { estimateOf } from "./earn-estimate.ts";

const price = {
  cost_amount: "18.94",
  fees: [
    { kind: "service", amount: "2.42", asset: "paypal-usd" },
    { kind: "payout_network", amount: "1.00", asset: "paypal-usd" },
  ],
  to: { asset: "paypal-usd", amount: "480.08" },
};

test("a partner's month is the percentage of our part of each exchange, without the network fee, cut to cents", () => {
  expect(estimateOf(price, "20", 40)).toEqual({ profit: "17.94", monthly: "143.52", asset: "paypal-usd" });
  expect(estimateOf({ ...price, cost_amount: "0.50" }, "20", 40)).toMatchObject({ profit: "0.00", monthly: "0.00" });
  expect(estimateOf(price, "12.5", 1)).toMatchObject({ monthly: "2.24" });
});
