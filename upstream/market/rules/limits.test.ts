import { describe, expect, test } from "vitest";
import { amountError, limitError, type PairFacts, pairStatus, promoError } from "./limits.ts";
import { quoteFor } from "./pricing.ts";

const request = {
  rate: "0.9650",
  serviceBps: 50,
  payoutFee: 0n,
  bonusBps: 0,
  fixedBonus: 0n,
  fromDecimals: 6,
  toDecimals: 2,
  minFrom: 20_000_000n,
  maxFrom: 5_000_000_000n,
};

describe("a refused amount", () => {
  test("reports the number of decimals allowed", () => {
    expect(amountError("/amount", "amount_decimals", 6)).toEqual({
      pointer: "/amount",
      code: "amount_decimals",
      meta: { decimals: "6" },
    });
    expect(amountError("/amount", "required", 6)).toEqual({ pointer: "/amount", code: "required" });
  });

  test("reports both limits on the side that was entered", () => {
    expect(limitError("/amount", quoteFor(request, "from", 1n), 6)).toEqual({
      pointer: "/amount",
      code: "below_min",
      meta: { min: "20.000000", max: "5000.000000" },
    });
    expect(limitError("/amount", quoteFor(request, "to", 10_000_00n), 2)).toEqual({
      pointer: "/amount",
      code: "above_max",
      meta: { min: "19.20", max: "4800.87" },
    });
    expect(limitError("/amount", quoteFor(request, "to", 100_00n), 2)).toBeUndefined();
  });
});

describe("a promo code without effect", () => {
  test.each([
    ["unknown", { code: "promo_unknown" }],
    ["expired", { code: "promo_expired" }],
    ["used", { code: "promo_used" }],
    ["pair", { code: "promo_other_pair" }],
    ["no_margin", { code: "promo_no_margin" }],
    ["min_amount", { code: "promo_min_amount", meta: { min: "100" } }],
  ] as const)("reports %s at its field", (reason, error) => {
    expect(promoError("/promo", reason, "100")).toEqual({ pointer: "/promo", ...error });
  });
});

describe("a pair", () => {
  const good: PairFacts = {
    setStatus: "active",
    hasRate: true,
    assetsOpen: true,
    coversCosts: true,
    shortfall: 0n,
    minTo: 19_20n,
    reserve: 19_20n,
  };

  test.each([
    ["active", {}],
    ["hidden", { setStatus: "hidden", hasRate: false }],
    ["maintenance", { setStatus: "maintenance" }],
    ["paused", { setStatus: "paused" }],
    ["paused", { hasRate: false }],
    ["paused", { assetsOpen: false }],
    ["paused", { coversCosts: false }],
    ["paused", { shortfall: 1n }],
    ["reserve_low", { reserve: 19_19n }],
    ["reserve_low", { minTo: 0n }],
  ] as const)("is %s with %o", (status, change) => {
    expect(pairStatus({ ...good, ...change })).toBe(status);
  });
});
