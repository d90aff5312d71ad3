import type { Pair } from "../../../contract/market/pairs.ts";

/** About so many units of the payout currency stand in the calculator before anybody has typed. */
const worthUnits = 500n;
const exactDecimals = 18;

/**
 * A round amount to begin with: one significant digit of what about 500 USD or EUR cost, within the pair's limits.
 * It is only a suggestion, so it may be cut; it never passes through a floating point number all the same.
 */
export function firstAmount(pair: Pair): string {
  const rate = scaled(pair.rate);
  if (rate === 0n) return pair.min_from;
  const worth = (worthUnits * 10n ** BigInt(2 * exactDecimals)) / rate;
  const zeros = BigInt(Math.max(worth.toString().length - 1, 0));
  const round = (worth / 10n ** zeros) * 10n ** zeros;
  if (round < scaled(pair.min_from)) return pair.min_from;
  return round > scaled(pair.max_from) ? pair.max_from : unscaled(round);
}

function scaled(decimal: string): bigint {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.slice(0, exactDecimals).padEnd(exactDecimals, "0"));
}

function unscaled(value: bigint): string {
  const digits = value.toString().padStart(exactDecimals + 1, "0");
  const fraction = digits.slice(-exactDecimals).replace(/0+$/, "");
  const whole = digits.slice(0, -exactDecimals);
  return fraction ? `${whole}.${fraction}` : whole;
}
