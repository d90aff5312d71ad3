import { expect, test } from "vitest";
import { payoutReview } from "./payout-review.ts";

const [first, second] = [new Date("2026-11-01T00:00:00Z"), new Date("2026-11-02T00:00:00Z")];
const clean = { amount: 300n, takenInDay: 0n, band: 500n, flaggedAt: null, approvedAt: null };

test.each([
  ["a payout up to the band", {}, null],
  ["a payout of exactly the band", { amount: 500n }, null],
  ["a payout above the band", { amount: 501n }, "above_band"],
  ["several payouts of a day that are above it together", { takenInDay: 201n }, "above_band"],
  ["any payout with a band of zero", { amount: 1n, band: 0n }, "above_band"],
  ["a partner with a fraud flag", { amount: 1n, flaggedAt: first }, "fraud_flag"],
  ["a flag that was known at the last approval", { flaggedAt: first, approvedAt: second }, null],
  ["a flag newer than the last approval", { flaggedAt: second, approvedAt: first }, "fraud_flag"],
] as const)("%s", (_, facts, review) => {
  expect(payoutReview({ ...clean, ...facts })).toBe(review);
});
