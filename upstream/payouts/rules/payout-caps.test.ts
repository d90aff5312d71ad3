import { expect, test } from "vitest";
import { approvedAbove, underCaps, underShares } from "./payout-caps.ts";

const caps = { alone: "0.5", hour: "1", day: "2.00000001" };
const nothing = { hour: 0n, day: 0n };
const payout = (amount: bigint, isApproved = false) => ({ amount, decimals: 8, isApproved });

test.each([
  ["its own cap", payout(50_000_000n), nothing, "free"],
  ["more than its own cap", payout(50_000_001n), nothing, "needs_approval"],
  ["more than its own cap, approved", payout(50_000_001n, true), nothing, "free"],
  ["the rest of the hour", payout(40_000_000n), { hour: 60_000_000n, day: 60_000_000n }, "free"],
  ["more than the rest of the hour", payout(40_000_001n), { hour: 60_000_000n, day: 60_000_000n }, "cap_hour"],
  ["the rest of the day", payout(10_000_001n), { hour: 0n, day: 190_000_000n }, "free"],
  ["more than the rest of the day", payout(10_000_002n), { hour: 0n, day: 190_000_000n }, "cap_day"],
  ["more than the hour, approved", payout(100_000_001n, true), nothing, "cap_hour"],
] as const)("a payout of %s", (_, movement, spent, verdict) => {
  expect(underCaps(caps, movement, spent)).toBe(verdict);
});

test.each([
  ["a tenth of what the rail holds", 100n, nothing, "free"],
  ["more than a tenth", 101n, nothing, "needs_approval"],
  ["more than the rest of an hour's quarter", 100n, { hour: 151n, day: 151n }, "cap_hour"],
  ["more than the rest of a day's half", 100n, { hour: 0n, day: 401n }, "cap_day"],
] as const)("by size, a payout of %s", (_, amount, spent, verdict) => {
  expect(underShares(1000n, { amount, isApproved: false }, spent)).toBe(verdict);
});

test("by size, an approved payout of everything goes once nothing else has left within a day", () => {
  const everything = { amount: 1000n, isApproved: true };
  expect(underShares(1000n, everything, { hour: 0n, day: 1n })).toBe("cap_day");
  expect(underShares(1000n, everything, nothing)).toBe("free");
});

test("by size, every payout of a rail that holds nothing needs an approval", () => {
  for (const held of [0n, -5n])
    expect(underShares(held, { amount: 1n, isApproved: false }, nothing)).toBe("needs_approval");
});

test("a payout above the approval threshold needs approval, a payout of exactly the threshold does not", () => {
  const ofRail = { held: 1009n, decimals: 8 };
  const least = approvedAbove("by_size", ofRail);
  expect([least, approvedAbove(caps, ofRail), approvedAbove(undefined, ofRail)]).toEqual([100n, 50_000_000n, 0n]);
  const verdict = (amount: bigint) => underShares(ofRail.held, { amount, isApproved: false }, nothing);
  expect([verdict(least), verdict(least + 1n)]).toEqual(["free", "needs_approval"]);
  expect(approvedAbove("by_size", { held: -5n, decimals: 8 })).toBe(0n);
});

test("an asset without caps needs an approval for every payout", () => {
  expect(underCaps(undefined, payout(1n), nothing)).toBe("needs_approval");
  expect(underCaps(undefined, payout(1n, true), nothing)).toBe("free");
});

test("decimals that the asset does not have are cut off", () => {
  const dollars = { alone: "0.129", hour: "1", day: "1" };
  expect(underCaps(dollars, { amount: 12n, decimals: 2, isApproved: false }, nothing)).toBe("free");
  expect(underCaps(dollars, { amount: 13n, decimals: 2, isApproved: false }, nothing)).toBe("needs_approval");
  expect(underCaps(dollars, { amount: 0n, decimals: 0, isApproved: false }, nothing)).toBe("free");
});
