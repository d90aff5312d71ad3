import { expect, test } from "vitest";
import { addedMarginBps, readMarginHours } from "./margin-hours.ts";

const weekend = "fri 20-24 +50, sat-sun 0-24 +150";

test.each([
  ["2026-11-27T19:59:59Z", 0],
  ["2026-11-27T20:00:00Z", 50],
  ["2026-11-28T00:00:00Z", 150],
  ["2026-11-29T23:59:59Z", 150],
  ["2026-11-30T00:00:00Z", 0],
])("at %s the margin is wider by %i basis points", (at, bps) => {
  expect(addedMarginBps(weekend, new Date(at))).toBe(bps);
});

test("the largest of several counts, and a range of days may pass the end of the week", () => {
  expect(addedMarginBps("fri-mon 0-24 +20, sun 10-12 +90", new Date("2026-11-29T11:00:00Z"))).toBe(90);
  expect(addedMarginBps("fri-mon 0-24 +20", new Date("2026-11-30T11:00:00Z"))).toBe(20);
  expect(addedMarginBps("fri-mon 0-24 +20", new Date("2026-12-01T11:00:00Z"))).toBe(0);
});

test.each([
  "sat",
  "sat 0-25 +5",
  "sat 5-5 +5",
  "sat 0-24 -5",
  "sat 0-24 +0",
  "sat 0-24 +2001",
  "xyz 0-24 +5",
  "sat 0-24 +5,",
])("refuses %j", (text) => {
  expect(readMarginHours(text)).toBeUndefined();
});
