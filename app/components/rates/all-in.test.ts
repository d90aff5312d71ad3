import { describe, expect, test } from "vitest";
import type { Pair } from "../../../contract/pairs.ts";
import { allIn } from "./all-in.ts";

const pair = {
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
} satisfies Pair;

describe("the rate with every fee inside", () => {
  test("is what arrives for what is sent, and its distance from the market", () => {
    expect(allIn(pair)).toEqual({ rate: "0.960174", costPercent: "3.89" });
  });

  test("costs nothing where it is better than the market", () => {
    expect(allIn({ ...pair, max_to: "5000.00" })).toMatchObject({ costPercent: "0.00" });
  });

  test("is not known for a pair without a rate", () => {
    expect(allIn({ ...pair, reference_rate: "0", max_to: "0" })).toBeNull();
  });
});
