import { expect, test } from "vitest";
import { quantileSeconds } from "./payout-quantile.ts";

/** Orders that took so many seconds, in the buckets that the database's trigger gives them. */
function bucketsOf(seconds: readonly number[]) {
  const buckets = new Map<number, { bucket: number; orders: number; milliseconds: number }>();
  for (const orderSeconds of seconds) {
    const bucket = Math.floor(16 * Math.log2(Math.max(orderSeconds, 1)));
    const { orders, milliseconds } = buckets.get(bucket) ?? { orders: 0, milliseconds: 0 };
    buckets.set(bucket, { bucket, orders: orders + 1, milliseconds: milliseconds + orderSeconds * 1000 });
  }
  return [...buckets.values()].reverse();
}

test("is exact where orders of a bucket took the same time", () => {
  const rows = bucketsOf([600, 600, 1200, 1800]);
  expect(quantileSeconds(rows, 0.5)).toBe(900);
  expect(quantileSeconds(rows, 0.95)).toBe(1710);
  expect(quantileSeconds(bucketsOf([7]), 0.5)).toBe(7);
});

test("is within 5 % of the exact figure for any times", () => {
  const seconds = Array.from({ length: 5000 }, (_, index) => 30 + ((index * 7919) % 5000));
  const sorted = [...seconds].sort((a, b) => a - b);
  for (const share of [0.5, 0.95]) {
    const exact = sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    expect(Math.abs(quantileSeconds(bucketsOf(seconds), share) / exact - 1)).toBeLessThan(0.05);
  }
});
