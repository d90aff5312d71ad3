import type { FieldCode } from "../calls/problem.ts";

/** Why a text is not an amount; the words of the contract's field errors. */
export type AmountFault = Extract<
  FieldCode,
  "required" | "amount_format" | "amount_zero" | "amount_decimals" | "amount_huge"
>;

/** NUMERIC(38,0) holds every amount in the database. */
const maxMinor = 10n ** 38n;

/** A decimal as it travels: plain digits and one point, no sign, no exponent, no grouping. */
export const plainDecimal = /^(0|[1-9]\d*)(?:\.(\d+))?$/;

/**
 * Decimal text, as it travels, to minor units of an asset with so many decimals. Zero is a number like any other.
 * Refuses everything but plain digits and one point (`1e9`, `1,5`, `.5`, `+1`), more decimals than the asset has
 * (trailing zeros included, because a reader cannot know that they were meant as zeros), and what no column holds.
 */
export function parseDecimal(text: string, decimals: number): bigint | AmountFault {
  if (text === "") return "required";
  const match = plainDecimal.exec(text);
  const whole = match?.[1];
  if (whole === undefined) return "amount_format";
  const fraction = match?.[2] ?? "";
  if (fraction.length > decimals) return "amount_decimals";
  if (whole.length + decimals > 40) return "amount_huge";
  const minor = BigInt(whole + fraction.padEnd(decimals, "0"));
  return minor < maxMinor ? minor : "amount_huge";
}

/**
 * What a person asks to exchange: as above, but more than nothing. A number below zero gets the same answer as
 * zero, since the sentence that helps is the same: it has to be more than zero.
 */
export function parseAmount(text: string, decimals: number): bigint | AmountFault {
  const typed = text.trim();
  const isNegative = typed.startsWith("-") && plainDecimal.test(typed.slice(1));
  if (isNegative) return "amount_zero";
  const minor = parseDecimal(typed, decimals);
  return minor === 0n ? "amount_zero" : minor;
}

/** Minor units to decimal text with exactly the asset's decimals; below zero is possible for a pending change. */
export function formatDecimal(minor: bigint, decimals: number): string {
  if (minor < 0n) return `-${formatDecimal(-minor, decimals)}`;
  if (decimals === 0) return minor.toString();
  const digits = minor.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export function isZero(decimal: string): boolean {
  return /^0(\.0*)?$/.test(decimal);
}

/** Whether decimal `a` is more than `b`; they may have different numbers of digits. */
export function isMore(a: string, b: string): boolean {
  const [wholeA = "", fractionA = ""] = a.split(".");
  const [wholeB = "", fractionB = ""] = b.split(".");
  const decimals = Math.max(fractionA.length, fractionB.length);
  return BigInt(wholeA + fractionA.padEnd(decimals, "0")) > BigInt(wholeB + fractionB.padEnd(decimals, "0"));
}

/** The same decimal without zeros at its end: `0.500` -> `0.5`, `20.00` -> `20`. */
export function shortDecimal(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}
