import { describe, expect, test } from "vitest";
import {
  costAmount,
  costPercent,
  effectiveRate,
  formatRate,
  parseRate,
  rateLessMargin,
  readRate,
  withinBand,
} from "./rate.ts";

const usdtToPaypal = { fromAmount: 500_000_000n, toAmount: 480_56n, fromDecimals: 6, toDecimals: 2 };

describe("a rate", () => {
  test.each(["0.9650", "78450.12", "0.0000113412", "1"])("%s is kept as written", (text) => {
    expect(formatRate(parseRate(text))).toBe(text);
  });

  test.each(["", "0", "0.000", "-1", "1e5", "1,2", " 1", "1.", ".1", "01", "9".repeat(19)])(
    "%j is not a rate",
    (text) => {
      expect(readRate(text)).toBeUndefined();
      expect(() => parseRate(text)).toThrow("Not a rate");
    },
  );

  test("is reduced by the margin and rounded down at the reference's scale", () => {
    expect(less("0.9990", 340)).toBe("0.9650");
    expect(less("81000.00", 315)).toBe("78448.50");
    expect(less("0.0000115", 138)).toBe("0.00001134");
  });

  test("with few digits gets more, so that the margin is not lost in rounding", () => {
    expect(less("1", 300)).toBe("0.970");
    expect(less("0.02", 50)).toBe("0.01990");
  });

  test("with a 100% margin is not a rate", () => {
    expect(rateLessMargin(parseRate("1.5"), 10_000)).toBeUndefined();
  });
});

describe("the cost of an exchange", () => {
  test("compared with the market rate matches the contract's example", () => {
    const reference = parseRate("0.9990");
    expect(formatRate(effectiveRate(usdtToPaypal, parseRate("0.9650")))).toBe("0.9611");
    expect(costPercent(usdtToPaypal, reference)).toBe("3.79");
    expect(costAmount(usdtToPaypal, reference)).toBe(18_94n);
  });

  test("is never below zero", () => {
    const abovePar = { ...usdtToPaypal, toAmount: 600_00n };
    expect(costPercent(abovePar, parseRate("0.9990"))).toBe("0.00");
    expect(costAmount(abovePar, parseRate("0.9990"))).toBe(0n);
  });

  test("is zero for a zero amount", () => {
    const nothing = { ...usdtToPaypal, fromAmount: 0n, toAmount: 0n };
    expect(formatRate(effectiveRate(nothing, parseRate("0.9650")))).toBe("0.0000");
    expect(costPercent(nothing, parseRate("0.9990"))).toBe("0.00");
  });
});

describe("the rate band", () => {
  test.each([
    ["100", "101", 1, true],
    ["100", "99.00", 1, true],
    ["100", "101.0001", 1, false],
    ["100.00", "98.99", 1, false],
    ["0.9650", "0.9698", 0.5, true],
    ["0.9650", "0.9699", 0.5, false],
    ["5", "5.000", 0, true],
  ])("%s to %s within %d percent: %s", (locked, current, percent, expected) => {
    expect(withinBand(parseRate(locked), parseRate(current), percent)).toBe(expected);
  });
});

function less(reference: string, marginBps: number): string | undefined {
  const rate = rateLessMargin(parseRate(reference), marginBps);
  return rate && formatRate(rate);
}
