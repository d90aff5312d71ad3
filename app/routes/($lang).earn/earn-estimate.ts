import type { Price } from "../../../contract/market/price.ts";
import { formatDecimal, parseDecimal } from "../../../contract/values/decimal.ts";

/** Decimals enough for every asset here. */
const exact = 18;
const scaled = (text: string): bigint => {
  const minor = parseDecimal(text, exact);
  if (typeof minor !== "bigint") throw new Error(`Not a decimal: ${text}`);
  return minor;
};

type TierTerms = { tier: string; percent: string; turnover_usd: string };
/** `month`: in which the turnover of these months reaches the tier; null where a year does not. */
type TierEstimate = { tier: string; monthly: string; month: number | null };
/** `profit` on one exchange, `total` on those of a month, and what each tier pays of it. */
export type Estimate = { profit: string; total: string; tiers: TierEstimate[]; asset: string };

const monthsCounted = 12n;

/**
 * What one exchange brings us and what `count` of them bring a partner in each tier, in the payout asset, cut: the cost of
 * the exchange against the market is our part, less the network fee that we pay on. The payout asset is a dollar, so that
 * its amounts are compared with the turnover of the tiers.
 */
export function estimateOf(
  price: Pick<Price, "cost_amount" | "fees" | "to">,
  tiers: readonly TierTerms[],
  count: number,
): Estimate {
  const network = price.fees.filter(({ kind }) => kind === "payout_network");
  const paidOn = network.reduce((sum, { amount }) => sum + scaled(amount), 0n);
  const cost = scaled(price.cost_amount);
  const profit = cost > paidOn ? cost - paidOn : 0n;
  const total = profit * BigInt(count);
  const turnover = scaled(price.to.amount) * BigInt(count);
  return {
    profit: cents(profit),
    total: cents(total),
    asset: price.to.asset,
    tiers: tiers.map(({ tier, percent, turnover_usd: from }) => ({
      tier,
      monthly: cents((total * scaled(percent)) / (100n * 10n ** BigInt(exact))),
      month: monthReached(scaled(from), turnover),
    })),
  };
}

function monthReached(from: bigint, turnover: bigint): number | null {
  if (from === 0n) return 0;
  if (turnover === 0n) return null;
  const month = (from + turnover - 1n) / turnover;
  return month > monthsCounted ? null : Number(month);
}

const cents = (minor: bigint) => formatDecimal(minor / 10n ** BigInt(exact - 2), 2);
