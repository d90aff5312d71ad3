import { ceilDiv, powerOfTen } from "./division.ts";
import { parseRate } from "./rate.ts";

/** A fee that follows its network is at most so many times the one that the operator has set. */
const mostTimesSet = 5n;

type Units = { gasDecimals: number; decimals: number; shownDecimals: number };

/**
 * What one transfer of an asset costs at most, in minor units of that asset. `gas`: minor units of what its network takes;
 * `rate`: units of the asset for one of those. Rounded up to the decimals that are shown, so that it does not change with
 * every small move of the rate.
 */
export function networkCost(gas: bigint, rate: string, { gasDecimals, decimals, shownDecimals }: Units): bigint {
  const { digits, scale } = parseRate(rate);
  const cost = ceilDiv(gas * digits * powerOfTen(decimals), powerOfTen(gasDecimals + scale));
  const step = powerOfTen(Math.max(decimals - shownDecimals, 0));
  return ceilDiv(cost, step) * step;
}

/**
 * The fee of a transfer: what the operator has set, or what the network takes where that is more, up to a multiple of what
 * was set and up to `most`. A fee of zero is free by the operator's decision, and stays zero.
 */
export function followingFee(set: bigint, cost: bigint | null, most: bigint | null = null): bigint {
  if (set === 0n || cost === null || cost <= set) return set;
  const bounds = [cost, set * mostTimesSet, ...(most === null ? [] : [most])];
  const fee = bounds.reduce((a, b) => (a < b ? a : b));
  return fee > set ? fee : set;
}

/** The least amount of which a transfer that costs `cost` takes no more than `percent` (two decimals at most), minor units. */
export function leastWorth(cost: bigint, percent: number): bigint {
  return ceilDiv(cost * 10_000n, BigInt(Math.round(percent * 100)));
}
