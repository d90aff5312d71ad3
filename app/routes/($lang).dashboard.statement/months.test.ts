import { expect, test } from "vitest";
import { monthsBetween } from "./months.ts";

test("the months of a statement run from the newest to the first, across the years", () => {
  expect(monthsBetween("2025-11", "2026-02")).toEqual(["2026-02", "2026-01", "2025-12", "2025-11"]);
  expect(monthsBetween("2026-02", "2026-02")).toEqual(["2026-02"]);
  expect(monthsBetween("2026-03", "2026-02")).toEqual([]);
  expect(monthsBetween("0001-01", "2026-02")).toHaveLength(120);
});
