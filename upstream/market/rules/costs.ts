import { ceilDiv, floorDiv, powerOfTen } from "./division.ts";
import { parseRate } from "./rate.ts";

/**
 * What one exchange costs us at most, whatever its price: `payin` and `payout` in minor units of the payout asset, and `bps` of
 * the worth of what is sent. Worth is at `reference`, decimal text, units of the payout asset for one sent.
 */
export type PriceCosts = { reference: string; payin: bigint; payout: bigint; bps: number };
/** The same as an order stores it; amounts as text. */
export type CostTerms = { reference: string; payin: string; payout: string; bps: number };
/** Of a pair: `payin` in minor units of the asset sent, `payout` of the one received, and `bps` of what is sent. */
export type PairCosts = { payin: bigint; payout: bigint; bps: number };

type Decimals = { fromDecimals: number; toDecimals: number };

/** Rounded up. */
export function costsAt({ payin, payout, bps }: PairCosts, reference: string, decimals: Decimals): PriceCosts {
  const { over, under } = fractionOf(reference, decimals);
  return { reference, payin: ceilDiv(payin * over, under), payout, bps };
}

export function costTermsOf({ reference, payin, payout, bps }: PriceCosts): CostTerms {
  return { reference, payin: payin.toString(), payout: payout.toString(), bps };
}

/** As an order stores them; null where nothing limits its price. */
export function storedCosts(terms: CostTerms | null): PriceCosts | null {
  return terms && { ...terms, payin: BigInt(terms.payin), payout: BigInt(terms.payout) };
}

/** Into a wallet: the money leaves no rail. */
export const walletCosts = (costs: PriceCosts | null): PriceCosts | null => costs && { ...costs, payout: 0n };

/** The most that an exchange may give its customer, cashback included, in minor units of the payout asset: its worth less costs. */
export function mostPayout(fromAmount: bigint, costs: PriceCosts, decimals: Decimals): bigint {
  const { over, under } = fractionOf(costs.reference, decimals);
  const worth = floorDiv(fromAmount * over, under);
  const most = worth - costs.payin - costs.payout - ceilDiv(worth * BigInt(costs.bps), 10_000n);
  return most > 0n ? most : 0n;
}

/** The smallest amount sent for which `mostPayout` reaches `toAmount`. */
export function leastSentFor(toAmount: bigint, costs: PriceCosts, decimals: Decimals): bigint {
  if (toAmount <= 0n) return 0n;
  const { over, under } = fractionOf(costs.reference, decimals);
  const worth = ceilDiv((toAmount + costs.payin + costs.payout) * 10_000n, 10_000n - BigInt(costs.bps));
  return ceilDiv(worth * under, over);
}

/** So many minor units of the payout asset in what is sent, rounded down. */
export function inSent(left: bigint, costs: PriceCosts, decimals: Decimals): bigint {
  const { over, under } = fractionOf(costs.reference, decimals);
  return floorDiv(left * under, over);
}

/** Minor units of the payout asset for one of what is sent. */
function fractionOf(reference: string, { fromDecimals, toDecimals }: Decimals): { over: bigint; under: bigint } {
  const { digits, scale } = parseRate(reference);
  return { over: digits * powerOfTen(toDecimals), under: powerOfTen(fromDecimals + scale) };
}
