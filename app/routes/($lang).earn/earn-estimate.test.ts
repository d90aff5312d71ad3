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
const tiers = [
  { tier: "starter", percent: "20", turnover_usd: "0.00" },
  { tier: "partner", percent: "25", turnover_usd: "10000.00" },
  { tier: "ambassador", percent: "30", turnover_usd: "50000.00" },
];

test("a partner's month is the percentage of our part of each exchange, without the network fee, cut to cents", () => {
  expect(estimateOf(price, tiers, 40)).toMatchObject({
    ...{ profit: "17.94", total: "717.60", asset: "paypal-usd" },
    tiers: [{ monthly: "143.52" }, { monthly: "179.40" }, { monthly: "215.28" }],
  });
  expect(estimateOf({ ...price, cost_amount: "0.50" }, tiers, 40)).toMatchObject({
    profit: "0.00",
    tiers: [{ monthly: "0.00" }, { monthly: "0.00" }, { monthly: "0.00" }],
  });
  const odd = [{ tier: "starter", percent: "12.5", turnover_usd: "0.00" }];
  expect(estimateOf(price, odd, 1)).toMatchObject({ tiers: [{ monthly: "2.24" }] });
});

test("a tier is reached in the month whose turnover completes it, and only within the twelve months that count", () => {
  const months = (count: number) => estimateOf(price, tiers, count).tiers.map(({ month }) => month);
  expect(months(40), "19,203 USD a month").toEqual([0, 1, 3]);
  expect(months(2), "960 USD a month").toEqual([0, 11, null]);
  expect(months(1), "480 USD a month").toEqual([0, null, null]);
});
