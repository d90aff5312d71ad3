import { describe, expect, test } from "vitest";
import { examplePair } from "../../../tests/support/orders/example-pair.ts";
import { firstAmount } from "./first-amount.ts";

describe("the amount that stands in the calculator at first", () => {
  test.each([
    ["0.9650", "20", "5000", "500"],
    ["88410.15", "0.0005", "0.5", "0.005"],
    ["2711.4", "0.01", "15", "0.1"],
    ["0.0000105", "50", "100000000", "40000000"],
  ])("at a rate of %s is a round one worth about 500", (rate, min_from, max_from, amount) => {
    expect(firstAmount(examplePair({ rate, min_from, max_from }))).toBe(amount);
  });

  test("is never outside the limits", () => {
    expect(firstAmount(examplePair({ min_from: "700" }))).toBe("700");
    expect(firstAmount(examplePair({ max_from: "300" }))).toBe("300");
    expect(firstAmount(examplePair({ rate: "0" }))).toBe("20");
  });
});
