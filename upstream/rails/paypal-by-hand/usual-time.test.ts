import { expect, test } from "vitest";
import { usualOf } from "./usual-time.ts";

test("the usual time is the 80th percentile, and is missing with fewer than five tasks", () => {
  expect(usualOf([1, 2, 3, 4])).toBeNull();
  expect(usualOf([10, 1, 2, 3, 400])).toBe(10);
  expect(usualOf([0, 0, 0, 0, 0])).toBe(1);
  expect(usualOf(Array.from({ length: 20 }, (_, at) => at + 1))).toBe(16);
});
