import { expect, test } from "vitest";
import { isCaught } from "./freeze.ts";

const day = (number: number) => new Date(Date.UTC(2026, 10, number));

test.each([
  ["the account was never frozen", { createdAt: day(5), clearedAt: null }, null, false],
  ["the freeze lasts", { createdAt: day(5), clearedAt: null }, day(12), true],
  ["it was requested after the freeze", { createdAt: day(13), clearedAt: null }, day(12), false],
  ["it was requested at the freeze's end", { createdAt: day(12), clearedAt: null }, day(12), false],
  ["an operator let it go on when the freeze ended", { createdAt: day(5), clearedAt: day(12) }, day(12), false],
  ["another freeze began after that", { createdAt: day(5), clearedAt: day(12) }, day(14), true],
])("a withdrawal is caught or not: %s", (_, withdrawal, frozenUntil, expected) => {
  expect(isCaught(withdrawal, frozenUntil)).toBe(expected);
});
