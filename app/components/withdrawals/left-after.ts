import { formatDecimal, parseDecimal } from "../../../contract/values/decimal.ts";

const centDecimals = 2;

/** What is left of the day's limit after a withdrawal; never less than nothing. */
export function leftAfter(left: string, worth: string): string {
  const [before, used] = [parseDecimal(left, centDecimals), parseDecimal(worth, centDecimals)];
  if (typeof before !== "bigint" || typeof used !== "bigint") return left;
  return formatDecimal(before > used ? before - used : 0n, centDecimals);
}
