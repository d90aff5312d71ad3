import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDecimal, isMore, isZero, parseAmount, parseDecimal, shortDecimal } from "./decimal.ts";

describe("an amount as text", () => {
  test.each([
    ["500", 6, 500_000_000n],
    ["0.1", 18, 100_000_000_000_000_000n],
    ["20.000001", 6, 20_000_001n],
    ["7", 0, 7n],
    ["0", 2, 0n],
    ["99999999999999999999999999999999999999", 0, 10n ** 38n - 1n],
  ])("%s with %i decimals is exact", (text, decimals, minor) => {
    expect(parseDecimal(text, decimals)).toBe(minor);
  });

  test.each([
    ["", "required"],
    ["1e9", "amount_format"],
    ["abc", "amount_format"],
    ["1,5", "amount_format"],
    ["1 000", "amount_format"],
    [".5", "amount_format"],
    ["5.", "amount_format"],
    ["007", "amount_format"],
    ["+1", "amount_format"],
    ["0x10", "amount_format"],
    ["Infinity", "amount_format"],
    ["NaN", "amount_format"],
    ["１２", "amount_format"],
    ["1.5\n", "amount_format"],
    ["1.001", "amount_decimals"],
    ["1.100", "amount_decimals"],
    [`1.${"0".repeat(40)}`, "amount_decimals"],
    ["1000000000000000000000000000000000000", "amount_huge"],
    ["9".repeat(190), "amount_huge"],
  ])("%j is refused with its reason", (text, fault) => {
    expect(parseDecimal(text, 2)).toBe(fault);
  });

  test("an amount to exchange must be above zero", () => {
    expect(parseAmount("0", 2)).toBe("amount_zero");
    expect(parseAmount("0.00", 2)).toBe("amount_zero");
    expect(parseAmount("-5", 2)).toBe("amount_zero");
    expect(parseAmount("-5x", 2)).toBe("amount_format");
    expect(parseAmount("--5", 2)).toBe("amount_format");
    expect(parseAmount("   ", 2)).toBe("required");
    expect(parseAmount(" 12.5 ", 2)).toBe(1_250n);
  });

  test("formatting and parsing are inverse", () => {
    const minor = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n });
    const decimals = fc.integer({ min: 0, max: 18 });
    fc.assert(
      fc.property(minor, decimals, (amount, scale) => parseDecimal(formatDecimal(amount, scale), scale) === amount),
      { numRuns: 20_000 },
    );
  });

  test("a negative amount keeps its sign", () => {
    expect(formatDecimal(-5n, 2)).toBe("-0.05");
    expect(formatDecimal(-12_345n, 0)).toBe("-12345");
  });
});

describe("a decimal as text", () => {
  test("is zero with any number of digits", () => {
    expect(isZero("0")).toBe(true);
    expect(isZero("0.000000")).toBe(true);
    expect(isZero("0.000001")).toBe(false);
  });

  test("compares by value, whatever the number of digits", () => {
    expect(isMore("10", "9.99")).toBe(true);
    expect(isMore("0.1", "0.09")).toBe(true);
    expect(isMore("1.0", "1.000")).toBe(false);
  });

  test("drops only trailing zeros", () => {
    expect(shortDecimal("500.500000")).toBe("500.5");
    expect(shortDecimal("20.00")).toBe("20");
    expect(shortDecimal("100")).toBe("100");
  });
});
