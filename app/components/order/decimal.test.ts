import { describe, expect, test } from "vitest";
import { isMore, isZero, lessBy, sumOf } from "./decimal.ts";

describe("decimals of the contract", () => {
  test("add up exactly, whatever their scales", () => {
    expect(sumOf(["0.1", "0.20", "0.000000000000000001"])).toBe("0.300000000000000001");
    expect(sumOf([])).toBe("0");
    expect(sumOf(["498", "3"])).toBe("501");
  });

  test("never leave less than nothing", () => {
    expect(lessBy("501.000000", "498.5")).toBe("2.500000");
    expect(lessBy("1", "2")).toBe("0");
  });

  test("compare by value, not by writing", () => {
    expect(isZero("0.000000")).toBe(true);
    expect(isZero("0.000001")).toBe(false);
    expect(isMore("10", "9.99")).toBe(true);
    expect(isMore("1.0", "1.000")).toBe(false);
  });
});
