import { formatDecimal } from "../../../contract/values/decimal.ts";
import { floorDiv, nearestDiv, powerOfTen } from "./division.ts";

/** A rate as written: `digits / 10^scale` units of `to` for one unit of `from`. Exact; keeps its scale. */
export type Rate = { readonly digits: bigint; readonly scale: number };

/**
 * Who has set a rate of the table: operators, or the demo market; prices that move around the demo market's have its name, too. An order
 * with another source was sold at a price of the market's feeds.
 */
export const tableSources = ["operator", "sandbox"] as const;

/** Both sides of a trade in minor units, and their decimals. */
export type Trade = { fromAmount: bigint; toAmount: bigint; fromDecimals: number; toDecimals: number };

const ratePattern = /^(0|[1-9]\d{0,17})(?:\.(\d{1,24}))?$/;

/** A rate entered by a person; undefined unless it is a plain decimal above zero. */
export function readRate(text: string): Rate | undefined {
  const match = ratePattern.exec(text);
  const whole = match?.[1];
  if (whole === undefined) return undefined;
  const fraction = match?.[2] ?? "";
  const digits = BigInt(whole + fraction);
  return digits > 0n ? { digits, scale: fraction.length } : undefined;
}

/**
 * A rate from our own tables; throws on anything else. The current ones are parsed again and again, so they are cached:
 * parsing is half the cost of a price.
 */
export function parseRate(text: string): Rate {
  const parsedRate = parsed.get(text);
  if (parsedRate) return parsedRate;
  const rate = readRate(text);
  if (!rate) throw new Error(`Not a rate: ${JSON.stringify(text)}`);
  if (parsed.size >= parsedRates) parsed.clear();
  parsed.set(text, rate);
  return rate;
}

const parsedRates = 256;
const parsed = new Map<string, Rate>();

export function formatRate(rate: Rate): string {
  return formatDecimal(rate.digits, rate.scale);
}

/** Adds decimals until there are four significant digits, so that a rate near `1` can show a per mille. */
export function withMoreDigits(rate: Rate): Rate {
  const missing = Math.max(0, significantDigits - rate.digits.toString().length);
  return { digits: rate.digits * powerOfTen(missing), scale: rate.scale + missing };
}

const significantDigits = 4;

/**
 * The pair's rate: the reference rate less the margin (basis points), rounded down at the reference's scale. Undefined
 * when nothing is left.
 */
export function rateLessMargin(reference: Rate, marginBps: number): Rate | undefined {
  const wide = withMoreDigits(reference);
  const digits = floorDiv(wide.digits * BigInt(10_000 - marginBps), 10_000n);
  return digits > 0n ? { digits, scale: wide.scale } : undefined;
}

/** The rate with a fee in basis points taken off, exact. */
export function rateAfterFee({ digits, scale }: Rate, feeBps: number): Rate {
  return { digits: digits * BigInt(10_000 - feeBps), scale: scale + 4 };
}

/** What one unit sent pays out after all fees, rounded down, so that it is never too good. */
export function effectiveRate(trade: Trade, quoted: Rate): Rate {
  const { scale } = withMoreDigits(quoted);
  if (trade.fromAmount === 0n) return { digits: 0n, scale };
  const dividend = trade.toAmount * powerOfTen(trade.fromDecimals + scale);
  return { digits: floorDiv(dividend, trade.fromAmount * powerOfTen(trade.toDecimals)), scale };
}

/** The same of an order or offer, as text. */
export function allInRate(
  { fromAmount, toAmount, rate }: { fromAmount: bigint; toAmount: bigint; rate: string },
  decimals: Pick<Trade, "fromDecimals" | "toDecimals">,
): string {
  return formatRate(effectiveRate({ fromAmount, toAmount, ...decimals }, parseRate(rate)));
}

/** The cost of an exchange against the reference rate, in minor units of the payout asset; never negative. */
export function costAmount(trade: Trade, reference: Rate): bigint {
  const worth = floorDiv(
    trade.fromAmount * reference.digits * powerOfTen(trade.toDecimals),
    powerOfTen(trade.fromDecimals + reference.scale),
  );
  return worth > trade.toAmount ? worth - trade.toAmount : 0n;
}

/**
 * The same in percent with two decimals (`3.79`), rounded half up; `0.00` when the customer gets the reference rate or
 * better.
 */
export function costPercent(trade: Trade, reference: Rate): string {
  const worth = trade.fromAmount * reference.digits * powerOfTen(trade.toDecimals);
  const arrived = trade.toAmount * powerOfTen(trade.fromDecimals + reference.scale);
  if (worth <= arrived) return "0.00";
  return formatDecimal(nearestDiv((worth - arrived) * 10_000n, worth), 2);
}

/** Whether the rate moved at most `percent` since it was locked: |current - locked| x 100 <= locked x percent. */
export function withinBand(locked: Rate, current: Rate, percent: number): boolean {
  const was = locked.digits * powerOfTen(current.scale);
  const is = current.digits * powerOfTen(locked.scale);
  const change = is > was ? is - was : was - is;
  // The setting may be half a percent: two decimals count.
  return change * 10_000n <= was * BigInt(Math.round(percent * 100));
}
