import type { Pair } from "../../../contract/market/pairs.ts";

const decimals = 18;
const one = 10n ** BigInt(decimals);

/** A pair's rate with every fee inside, and what that costs against the market in percent with two decimals. */
export type AllIn = { rate: string; costPercent: string };

/**
 * What arrives for the largest order, divided by it: exact for a fee in percent, and for a fixed payout fee the best
 * that the pair gives. Null for a pair without a rate.
 */
export function allIn(pair: Pair): AllIn | null {
  const sent = scaled(pair.max_from);
  const market = scaled(pair.reference_rate);
  if (sent === 0n || market === 0n) return null;
  const rate = (scaled(pair.max_to) * one) / sent;
  const hundredths = rate < market ? ((market - rate) * 10_000n + market / 2n) / market : 0n;
  const cents = hundredths.toString().padStart(3, "0");
  return { rate: unscaled(rate), costPercent: `${cents.slice(0, -2)}.${cents.slice(-2)}` };
}

function scaled(decimal: string): bigint {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
}

function unscaled(value: bigint): string {
  const digits = value.toString().padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  return fraction ? `${digits.slice(0, -decimals)}.${fraction}` : digits.slice(0, -decimals);
}
