import { describe, expect, test } from "vitest";
import { suggestedFrom } from "./suggested-amount.ts";

const terms = (rate: string, minFrom: bigint, maxFrom: bigint, fromDecimals: number) =>
  suggestedFrom({ rate, minFrom, maxFrom, fromDecimals });

describe("the suggested amount", () => {
  test.each([
    ["0.9650", 20_000_000n, 5_000_000_000n, 6, 500_000_000n],
    ["88410.15", 50_000n, 50_000_000n, 8, 500_000n],
    ["2711.4", 10n ** 16n, 15n * 10n ** 18n, 18, 10n ** 17n],
    ["0.0000105", 5_000n, 10n ** 12n, 2, 4_000_000_000n],
  ])("at a rate of %s is a round one worth about 500", (rate, min, max, decimals, amount) => {
    expect(terms(rate, min, max, decimals)).toBe(amount);
  });

  test("is the limit when the round amount is outside it", () => {
    expect(terms("0.9650", 700n, 5_000n, 0)).toBe(700n);
    expect(terms("0.9650", 20n, 300n, 0)).toBe(300n);
  });

  test("is one minor unit when that is worth more than 500", () => {
    expect(terms("88410.15", 1n, 10n, 0)).toBe(1n);
  });
});
