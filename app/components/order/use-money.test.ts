import { expect, test } from "vitest";
import { leastReserve } from "./use-money.ts";

test.each([
  ["48210.55", "48000"],
  ["124400", "120000"],
  ["99.9", "99"],
  ["2.1987", "2.1"],
  ["5", "5.0"],
  ["0.034567", "0.034"],
  ["0.00", "0"],
  ["-12.5", "0"],
])("a reserve of %s is shown as %s", (amount, text) => {
  expect(leastReserve(amount)).toBe(text);
});
