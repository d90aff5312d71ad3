import { floorDiv, powerOfTen } from "../../market/rules/division.ts";
import { parseRate } from "../../market/rules/rate.ts";

/** An amount of one asset in another, minor units, cut. `rate`: units of the other for one. */
export function amountAtRate(minor: bigint, rate: string, decimals: { from: number; to: number }): bigint {
  const { digits, scale } = parseRate(rate);
  return floorDiv(minor * digits * powerOfTen(decimals.to), powerOfTen(decimals.from + scale));
}

/** The part of our profit that is the partner's, minor units, cut. Nothing of a loss. */
export function rewardOf(base: bigint, rateBps: number): bigint {
  return base <= 0n ? 0n : floorDiv(base * BigInt(rateBps), 10_000n);
}
