import type { LoyaltyTier } from "../../../contract/member/loyalty-tiers.ts";
import type { PriceCosts } from "./costs.ts";
import { floorDiv, powerOfTen } from "./division.ts";
import { type PriceTerms, priceFrom } from "./pricing.ts";
import { discountedBps, type PromoTerms } from "./promo.ts";
import { parseRate } from "./rate.ts";
import { besideLoyalty } from "./stacking.ts";

/** A tier begins at a turnover in US cents and takes a whole percentage off the service fee. */
export type LoyaltyRule = { tier: LoyaltyTier; fromCents: bigint; discountPercent: number };

/** The table of tiers, the lowest first; another one with LOYALTY_TIERS. */
export const usualLoyalty: readonly LoyaltyRule[] = [
  { tier: "silver", fromCents: 1_000_00n, discountPercent: 10 },
  { tier: "gold", fromCents: 10_000_00n, discountPercent: 20 },
  { tier: "platinum", fromCents: 50_000_00n, discountPercent: 30 },
];

/** Twelve months. An exchange counts from its completion for as long. */
export const turnoverMs = 365 * 86_400_000;

/** What an order stores about its member's discount: `serviceBps` is the fee without it. */
export type LoyaltyTerms = { tier: LoyaltyTier; discountPercent: number; serviceBps: number };

/** The highest tier that this turnover reaches; null below the lowest. */
export function tierAt(rules: readonly LoyaltyRule[], cents: bigint): LoyaltyRule | null {
  return rules.findLast(({ fromCents }) => cents >= fromCents) ?? null;
}

/** The lowest tier that it does not reach; null at the highest. */
export function nextTier(rules: readonly LoyaltyRule[], cents: bigint): LoyaltyRule | null {
  return rules.find(({ fromCents }) => cents < fromCents) ?? null;
}

/** The terms with the tier's discount, and what the order stores; null where it takes nothing off. */
export function withLoyalty<Terms extends PriceTerms>(
  terms: Terms,
  rule: LoyaltyRule | null,
): { terms: Terms; loyalty: LoyaltyTerms | null } {
  if (!rule) return { terms, loyalty: null };
  const { tier, discountPercent } = rule;
  const serviceBps = discountedBps(terms.serviceBps, BigInt(discountPercent) * 100n);
  if (serviceBps === terms.serviceBps) return { terms, loyalty: null };
  return { terms: { ...terms, serviceBps }, loyalty: { tier, discountPercent, serviceBps: terms.serviceBps } };
}

/** An order's price terms, its member's discount and its promo code. */
type LoyaltyTrade = Omit<PriceTerms, "fromDecimals" | "toDecimals" | "costs" | "tiers"> & {
  costs: PriceCosts | null;
  fromAmount: bigint;
  toAmount: bigint;
  promoTerms: Pick<PromoTerms, "kind"> | null;
  loyaltyTerms: LoyaltyTerms | null;
};

/** The discount that counts in this price: null where its promo code takes its place. */
export function loyaltyCounted({ promoTerms, loyaltyTerms }: Pick<LoyaltyTrade, "promoTerms" | "loyaltyTerms">) {
  return promoTerms !== null && besideLoyalty[promoTerms.kind] === "larger" ? null : loyaltyTerms;
}

/** How much more the customer gets because of the discount, in minor units of the payout asset, by the price formula. */
export function loyaltyGain(trade: LoyaltyTrade, decimals: Pick<PriceTerms, "fromDecimals" | "toDecimals">): bigint {
  const counted = loyaltyCounted(trade);
  if (counted === null) return 0n;
  const { fromAmount, rate, payoutFee, bonusBps, fixedBonus, costs } = trade;
  const without = {
    fromAmount,
    rate,
    payoutFee,
    bonusBps,
    fixedBonus,
    costs,
    serviceBps: counted.serviceBps,
    ...decimals,
  };
  return trade.toAmount - priceFrom(without).toAmount;
}

/** The worth of an amount in US cents, cut; `usdRate` is dollars for one unit of the asset. */
export function turnoverCents(amount: bigint, decimals: number, usdRate: string): bigint {
  const { digits, scale } = parseRate(usdRate);
  return floorDiv(amount * digits * 100n, powerOfTen(decimals + scale));
}
