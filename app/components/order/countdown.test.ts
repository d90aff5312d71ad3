import { expect, test } from "vitest";
import { countdown } from "./use-seconds-left.ts";

test("formats the time left like a clock", () => {
  expect(countdown(27 * 60 + 27)).toBe("27:27");
  expect(countdown(65)).toBe("1:05");
  expect(countdown(9)).toBe("0:09");
  expect(countdown(3_900)).toBe("1:05:00");
});
