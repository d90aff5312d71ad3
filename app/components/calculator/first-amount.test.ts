import { describe, expect, test } from "vitest";
import type { Pair } from "../../../contract/pairs.ts";
import { firstAmount } from "./first-amount.ts";

const pair = (terms: Partial<Pair>): Pair => ({
  id: "usdt-trc20_paypal-usd",
  from: "usdt-trc20",
  to: "paypal-usd",
  page: "usdt-to-paypal",
  slug: "usdt-trc20-to-paypal-usd",
  status: "active",
  rate: "0.9650",
  reference_rate: "0.9990",
  service_bps: 50,
  payout_fee: "0",
  min_from: "20",
  max_from: "5000",
  min_to: "19.20",
  max_to: "4800.87",
  reserve: "48210.55",
  eta_minutes: { min: 5, max: 30 },
  rules: [],
  labels: [],
  ...terms,
});

describe("the amount that stands in the calculator at first", () => {
  test.each([
    ["0.9650", "20", "5000", "500"],
    ["88410.15", "0.0005", "0.5", "0.005"],
    ["2711.4", "0.01", "15", "0.1"],
    ["0.0000105", "50", "100000000", "40000000"],
  ])("at a rate of %s is a round one worth about 500", (rate, min_from, max_from, amount) => {
    expect(firstAmount(pair({ rate, min_from, max_from }))).toBe(amount);
  });

  test("is never outside the limits", () => {
    expect(firstAmount(pair({ min_from: "700" }))).toBe("700");
    expect(firstAmount(pair({ max_from: "300" }))).toBe("300");
    expect(firstAmount(pair({ rate: "0" }))).toBe("20");
  });
});
