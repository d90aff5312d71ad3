import { expect, test } from "vitest";
import { axisWidth, niceAbove } from "./axis.ts";

test("the margin has room for the longest label", () => {
  expect(axisWidth(["0", "91 833,08"])).toBe(9 * 7 + 8);
  expect(axisWidth([])).toBe(8);
});

test.each([
  [0, 1],
  [0.03, 0.05],
  [1, 1],
  [158_000, 200_000],
  [501_000, 1_000_000],
])("the line above %s is at %s", (value, nice) => {
  expect(niceAbove(value)).toBeCloseTo(nice, 12);
});
