import { expect, test } from "vitest";
import { leftAfter } from "./left-after.ts";

test("what is left of a limit is exact, and never negative", () => {
  expect(leftAfter("2000.00", "0")).toBe("2000.00");
  expect(leftAfter("0.30", "0.10")).toBe("0.20");
  expect(leftAfter("10.00", "10.01")).toBe("0.00");
});
