import type { FieldCode } from "./problem.ts";

/** Why a text is not a valid amount; the contract's field error codes. */
export type AmountFault = Extract<
  FieldCode,
  "required" | "amount_format" | "amount_zero" | "amount_decimals" | "amount_huge"
>;

/** NUMERIC(38,0) holds every amount in the database. */
const maxMinor = 10n ** 38n;

/** A decimal on the wire: plain digits and one point, no sign, exponent or grouping. */
export const plainDecimal = /^(0|[1-9]\d*)(?:\.(\d+))?$/;

/**
 * Parses decimal text to minor units of an asset. Zero is accepted. Refuses anything but plain digits and one point
 * (`1e9`, `1,5`, `.5`, `+1`), more decimals than the asset has (trailing zeros included, since they may be a mistake),
 * and amounts too large for the database.
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
 * Parses the amount of an exchange: as above, but above zero. Negative numbers get the error for zero, whose message
 * fits both.
 */
export function parseAmount(text: string, decimals: number): bigint | AmountFault {
  const typed = text.trim();
  const isNegative = typed.startsWith("-") && plainDecimal.test(typed.slice(1));
  if (isNegative) return "amount_zero";
  const minor = parseDecimal(typed, decimals);
  return minor === 0n ? "amount_zero" : minor;
}

/** Minor units as decimal text with exactly the asset's decimals; may be negative for a pending change. */
export function formatDecimal(minor: bigint, decimals: number): string {
  if (minor < 0n) return `-${formatDecimal(-minor, decimals)}`;
  if (decimals === 0) return minor.toString();
  const digits = minor.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export function isZero(decimal: string): boolean {
  return /^0(\.0*)?$/.test(decimal);
}

/** Whether decimal `a` is greater than `b`; their scales may differ. */
export function isMore(a: string, b: string): boolean {
  const [wholeA = "", fractionA = ""] = a.split(".");
  const [wholeB = "", fractionB = ""] = b.split(".");
  const decimals = Math.max(fractionA.length, fractionB.length);
  return BigInt(wholeA + fractionA.padEnd(decimals, "0")) > BigInt(wholeB + fractionB.padEnd(decimals, "0"));
}

/** The decimal without trailing zeros: `0.500` -> `0.5`, `20.00` -> `20`. */
export function shortDecimal(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}
