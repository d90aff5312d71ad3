import { expect, test } from "vitest";
import { amountOf, typedDecimal } from "./withdrawal-form.server.ts";

test("an amount is read in the reader's own format", () => {
  expect(amountOf("1,234.5", "en", 6)).toBe("1234.5");
  expect(amountOf("1 234,5", "ru", 6)).toBe("1234.5");
  expect(typedDecimal("1234.500000", "ru")).toBe("1\u00a0234,5");
});

test.each([
  ["", { code: "required" }],
  ["0", { code: "amount_zero" }],
  ["-5", { code: "amount_zero" }],
  ["1.234567", { code: "amount_decimals", meta: { decimals: "2" } }],
  ["9".repeat(30), { code: "amount_huge" }],
  ["1,23", { code: "amount_format" }],
  ["ten", { code: "amount_format" }],
])("names what is wrong with %j", (typed, problem) => {
  expect(amountOf(typed, "en", 2)).toEqual(problem);
});
