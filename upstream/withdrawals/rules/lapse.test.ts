import { expect, test } from "vitest";
import { hasLapsed } from "./lapse.ts";

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const week = 7 * 86_400;

test.each([
  ["one that could leave six days ago may still leave", { usableAt: at(4), clearedAt: null }, false],
  ["one that could leave a week ago has lapsed", { usableAt: at(3), clearedAt: null }, true],
  ["one that an operator let go on since counts from then", { usableAt: at(1), clearedAt: at(5) }, false],
  ["one that an operator let go on longer ago has lapsed", { usableAt: at(1), clearedAt: at(2) }, true],
])("%s", (_, withdrawal, lapsed) => {
  expect(hasLapsed(withdrawal, at(10), week)).toBe(lapsed);
});
