import { floorDiv, powerOfTen } from "../division.ts";
import type { Rate } from "../rate.ts";

/** An exact positive number. It is rounded once, when a rate is made of it. */
export type Fraction = { readonly over: bigint; readonly under: bigint };

export const unity: Fraction = { over: 1n, under: 1n };

export const fractionOf = ({ digits, scale }: Rate): Fraction => ({ over: digits, under: powerOfTen(scale) });

export const product = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under });

export const quotient = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.under, under: a.under * b.over });

/** Halfway between two numbers. */
export const middle = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: 2n * a.under * b.under,
});

/** Below zero where `a` is the smaller one, as for `sort`. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const [left, right] = [a.over * b.under, b.over * a.under];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether two numbers differ by at most so many basis points of the smaller one. */
export function areWithin(a: Fraction, b: Fraction, bps: number): boolean {
  const [left, right] = [a.over * b.under, b.over * a.under];
  const [low, high] = left < right ? [left, right] : [right, left];
  return (high - low) * 10_000n <= low * BigInt(bps);
}

/** Digits of a rate that is made of prices: finer than any margin, and short enough to be read. */
const significantDigits = 6;
/** A rate has no more decimals: see `readRate`. */
const mostScale = 24;
const mostWholeDigits = 18;

/** Rounded down to six significant digits, so that it is never too good; undefined where it fits no rate. */
export function rateOf({ over, under }: Fraction): Rate | undefined {
  const whole = floorDiv(over, under).toString();
  if (whole.length > mostWholeDigits) return undefined;
  let scale = whole === "0" ? significantDigits : Math.max(0, significantDigits - whole.length);
  let digits = floorDiv(over * powerOfTen(scale), under);
  while (digits.toString().length < significantDigits && scale < mostScale && whole === "0") {
    scale += 1;
    digits = floorDiv(over * powerOfTen(scale), under);
  }
  return digits > 0n ? { digits, scale } : undefined;
}
