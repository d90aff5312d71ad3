import type { Pair } from "../../../contract/market/pairs.ts";
import { breakEven } from "../../market/rules/break-even.ts";
import { costsAt, type PriceCosts } from "../../market/rules/costs.ts";
import { pairStatus } from "../../market/rules/limits.ts";
import { readMarginTiers } from "../../market/rules/margin-tiers.ts";
import { type FromLimits, type PriceTerms, priceOf, type RateTier } from "../../market/rules/pricing.ts";
import { formatRate, parseRate, rateLessMargin } from "../../market/rules/rate.ts";
import type { MarketPair } from "../../ports/market.ts";
import type { RateSource, ReferenceRate } from "../../ports/rates.ts";

/** Terms of a pair at one moment, without a promo code; amounts in minor units. */
export type Terms = PriceTerms & FromLimits & { costs: PriceCosts | null };

/**
 * `priced` is undefined while there is no rate. `minTo` and `maxTo` are the payouts at the pay-in limits, of which the lower one
 * pays for what an exchange costs. `coversCosts`: some amount within the limits does, or nothing has to.
 */
export type PricedPair = {
  pair: MarketPair;
  status: Pair["status"];
  coversCosts: boolean;
  priced: { terms: Terms; reference: ReferenceRate; minTo: bigint; maxTo: bigint } | undefined;
};

export function pricePair(pair: MarketPair, rates: RateSource, now: Date): PricedPair {
  const reference = rates.current(pair.row.id, now);
  const lastPriced = pricedPairs.get(pair);
  if (lastPriced && isSame(lastPriced.reference, reference)) return lastPriced.offer;
  const offer = computePricedPair(pair, reference);
  pricedPairs.set(pair, { offer, reference });
  return offer;
}

/** One offer per pair, snapshot and rate, shared by all callers. */
const pricedPairs = new WeakMap<MarketPair, { offer: PricedPair; reference: ReferenceRate | undefined }>();

function isSame(a: ReferenceRate | undefined, b: ReferenceRate | undefined): boolean {
  return a?.rate === b?.rate && a?.source === b?.source && a?.at.getTime() === b?.at.getTime();
}

function computePricedPair(pair: MarketPair, reference: ReferenceRate | undefined): PricedPair {
  const { priced, coversCosts } = price(pair, reference);
  const status = pairStatus({
    setStatus: pair.row.status,
    hasRate: priced !== undefined,
    coversCosts,
    assetsOpen: pair.from.receiveEnabled && pair.to.sendEnabled,
    shortfall: pair.to.shortfall,
    minTo: priced?.minTo ?? 0n,
    reserve: pair.to.reserve,
  });
  return { pair, status, coversCosts, priced };
}

function price(pair: MarketPair, reference: ReferenceRate | undefined): Pick<PricedPair, "priced" | "coversCosts"> {
  const rate = reference && rateLessMargin(parseRate(reference.rate), pair.row.marginBps);
  if (!rate) return { priced: undefined, coversCosts: true };
  const { row, from, to, hasFloor } = pair;
  const { serviceBps, payoutFee, maxFrom } = row;
  const decimals = { fromDecimals: from.decimals, toDecimals: to.decimals };
  const costs = hasFloor && pair.costs ? costsAt(pair.costs, reference.rate, decimals) : null;
  const base = { rate: formatRate(rate), serviceBps, payoutFee, bonusBps: 0, fixedBonus: 0n, ...decimals, costs };
  const tiers = rateTiers(pair, reference.rate);
  const plain = tiers.length === 0 ? base : { ...base, tiers };
  const limits = { least: row.minFrom, most: maxFrom, shownDecimals: from.shownDecimals };
  const earning = hasFloor && costs === null ? null : breakEven(base, limits);
  const minFrom = earning ?? row.minFrom;
  const terms: Terms = { ...plain, minFrom, maxFrom };
  const minTo = priceOf(minFrom, terms).toAmount;
  const maxTo = priceOf(maxFrom, terms).toAmount;
  return { priced: { terms, reference, minTo, maxTo }, coversCosts: earning !== null };
}

/** The pair's better rates of larger amounts. */
function rateTiers({ row, from }: MarketPair, reference: string): RateTier[] {
  const tiers = readMarginTiers(row.marginTiers, from.decimals, row.marginBps) ?? [];
  return tiers.flatMap((tier) => {
    const rate = rateLessMargin(parseRate(reference), tier.marginBps);
    return rate ? [{ from: tier.from, rate: formatRate(rate) }] : [];
  });
}
