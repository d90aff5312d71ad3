import { expect, test } from "vitest";
import { parseMoment } from "./moment.ts";

test.each([
  ["2026-12-31", "2026-12-31T00:00:00.000Z"],
  ["2028-02-29", "2028-02-29T00:00:00.000Z"],
  ["2026-12-31T08:00Z", "2026-12-31T08:00:00.000Z"],
  ["2026-12-31T23:59:59.5Z", "2026-12-31T23:59:59.500Z"],
  ["2026-12-31T23:59:59+03:00", "2026-12-31T20:59:59.000Z"],
])("reads %s", (typed, at) => {
  expect(parseMoment(typed)?.toISOString()).toBe(at);
});

test.each([
  ["a day that does not exist", "2027-02-29"],
  ["a time on a day that does not exist", "2026-02-30T00:00:00Z"],
  ["31 April", "2027-04-31"],
  ["month 13", "2026-13-01"],
  ["a year alone", "2027"],
  ["a month alone", "2027-02"],
  ["24:00, which is of the next day", "2026-12-31T24:00Z"],
  ["second 60", "2026-12-31T23:59:60Z"],
  ["a time without its offset", "2026-12-31T08:00:00"],
  ["an offset that does not exist", "2026-12-31T08:00:00+99:00"],
  ["words", "31 December 2026"],
])("does not read %s", (_, typed) => {
  expect(parseMoment(typed)).toBeUndefined();
});

test("has no moment where nothing was typed", () => {
  expect([parseMoment(undefined), parseMoment("")]).toEqual([null, null]);
});
