import type { Price } from "../../../contract/market/price.ts";
import { formatDecimal, parseDecimal } from "../../../contract/values/decimal.ts";

/** Decimals enough for every asset here. */
const exact = 18;
const scaled = (text: string): bigint => {
  const minor = parseDecimal(text, exact);
  if (typeof minor !== "bigint") throw new Error(`Not a decimal: ${text}`);
  return minor;
};

export type Estimate = { profit: string; monthly: string; asset: string };

/**
 * What one exchange brings us and what `count` of them bring a partner at `percent`, in the payout asset, cut: the cost of
 * the exchange against the market is our part, less the network fee that we pay on.
 */
export function estimateOf(
  price: Pick<Price, "cost_amount" | "fees" | "to">,
  percent: string,
  count: number,
): Estimate {
  const network = price.fees.filter(({ kind }) => kind === "payout_network");
  const paidOn = network.reduce((sum, { amount }) => sum + scaled(amount), 0n);
  const cost = scaled(price.cost_amount);
  const profit = cost > paidOn ? cost - paidOn : 0n;
  const monthly = (profit * BigInt(count) * scaled(percent)) / (100n * 10n ** BigInt(exact));
  return { profit: cents(profit), monthly: cents(monthly), asset: price.to.asset };
}

const cents = (minor: bigint) => formatDecimal(minor / 10n ** BigInt(exact - 2), 2);
