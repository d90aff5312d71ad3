/** So many orders that took about as long; `milliseconds` is the sum of their times. */
export type TimedOrders = { bucket: number; orders: number; milliseconds: number };

/**
 * The time below which this share of the orders stayed, in seconds, between the two nearest as PostgreSQL's percentile_cont
 * does. Orders of a bucket count with their mean, which is within a bucket's width of each: less than 5 %.
 */
export function quantileSeconds(rows: readonly TimedOrders[], share: number): number {
  const sorted = [...rows].sort((a, b) => a.bucket - b.bucket);
  const position = (sorted.reduce((total, { orders }) => total + orders, 0) - 1) * share;
  const [low, high] = [meanAt(sorted, Math.floor(position)), meanAt(sorted, Math.ceil(position))];
  return Math.round((low + (high - low) * (position % 1)) / 1000);
}

/** The mean of the bucket that holds the order at this place, in milliseconds. */
function meanAt(sorted: readonly TimedOrders[], position: number): number {
  let passed = 0;
  for (const { orders, milliseconds } of sorted) {
    passed += orders;
    if (position < passed) return milliseconds / orders;
  }
  return 0;
}
