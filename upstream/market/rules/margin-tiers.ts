import { formatDecimal, parseDecimal } from "../../../contract/values/decimal.ts";

/** From `from` on, in minor units of the asset sent, the margin is `marginBps`. */
export type MarginTier = { from: bigint; marginBps: number };

const entryPattern = /^([0-9.]+):(\d{1,4})$/;
const mostTiers = 10;

/**
 * `500:150, 5000:100`: what operators enter, amounts sent and margins in basis points; the largest amount last. Undefined where it
 * is not of that form, or a margin is not smaller than the one before it, `baseBps` first: more money never gets a worse price.
 * Empty text is none.
 */
export function readMarginTiers(text: string, decimals: number, baseBps: number): MarginTier[] | undefined {
  if (text === "") return [];
  const tiers: MarginTier[] = [];
  for (const part of text.split(",")) {
    const [, amount = "", bps = ""] = entryPattern.exec(part.trim()) ?? [];
    const from = parseDecimal(amount, decimals);
    const before = tiers.at(-1) ?? { from: 0n, marginBps: baseBps };
    if (typeof from !== "bigint" || bps === "") return undefined;
    if (from <= before.from || Number(bps) >= before.marginBps) return undefined;
    tiers.push({ from, marginBps: Number(bps) });
  }
  return tiers.length <= mostTiers ? tiers : undefined;
}

/** As operators enter them. */
export const tiersText = (tiers: readonly MarginTier[], decimals: number): string =>
  tiers.map(({ from, marginBps }) => `${formatDecimal(from, decimals)}:${marginBps}`).join(",");
