import { expect, test } from "vitest";
import { longestTime, usualTime } from "./payout-time.ts";

const spaced = (text: string | null) => text?.replaceAll("\u00a0", " ") ?? null;

test.each([
  ["minutes of a payout that nobody has to send", { min: 5, max: 30 }, null, null],
  ["the hours within which a person sends it", { min: 5, max: 720 }, "12 hours", "12 часов"],
  ["days", { min: 5, max: 72 * 60 }, "3 days", "3 дня"],
  ["what the last ones took where that is longer", { min: 5, max: 720, usual: 840 }, "14 hours", "14 часов"],
])("names %s", (_, eta, english, russian) => {
  expect(spaced(longestTime("en", eta))).toBe(english);
  expect(spaced(longestTime("ru", eta))).toBe(russian);
});

test.each([
  ["is named beside the hours that are promised", { min: 5, max: 720, usual: 21 }, "21 minutes"],
  ["is not named while few were sent", { min: 5, max: 720, usual: null }, null],
  ["is not named beside minutes", { min: 5, max: 30, usual: 10 }, null],
  ["is not named twice", { min: 5, max: 720, usual: 840 }, null],
])("the usual time %s", (_, eta, usual) => {
  expect(spaced(usualTime("en", eta))).toBe(usual);
});
