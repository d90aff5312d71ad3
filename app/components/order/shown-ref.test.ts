import { expect, test } from "vitest";
import { shownRef, typedRef } from "./shown-ref.ts";

test("an order's number is read in groups and typed in any way", () => {
  expect(shownRef("7Q2MK9XW3T")).toBe("7Q2M-K9XW-3T");
  expect(typedRef(" 7q2m-k9xw 3t ")).toBe("7Q2MK9XW3T");
  expect(typedRef("OIL0000000")).toBe("0110000000");
});
