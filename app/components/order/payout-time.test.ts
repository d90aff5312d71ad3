import { expect, test } from "vitest";
import { longestTime } from "./payout-time.ts";

test.each([
  ["minutes of a payout that nobody has to send", { min: 5, max: 30 }, null, null],
  ["the hours within which a person sends it", { min: 5, max: 720 }, "12 hours", "12 часов"],
  ["days", { min: 5, max: 72 * 60 }, "3 days", "3 дня"],
])("names %s", (_, eta, english, russian) => {
  const spaced = (text: string | null) => text?.replaceAll("\u00a0", " ") ?? null;
  expect(spaced(longestTime("en", eta))).toBe(english);
  expect(spaced(longestTime("ru", eta))).toBe(russian);
});
