import type { Side } from "../../../contract/market/quote.ts";
import { leastSentFor, mostPayout, type PriceCosts } from "./costs.ts";
import { ceilDiv, floorDiv, powerOfTen } from "./division.ts";
import { parseRate } from "./rate.ts";

/**
 * The price of an exchange, and the only place where it is rounded: the gross amount down, the service fee up, a bonus
 * down. All amounts are minor units; `rate` is decimal text, units of `to` for one `from`. `costs`: nothing is paid out beyond what
 * pays for them; absent or null where nothing limits the payout. `tiers`: better rates of larger amounts, the largest amount last,
 * so that more money never receives less.
 */
export type PriceTerms = {
  rate: string;
  serviceBps: number;
  payoutFee: bigint;
  bonusBps: number;
  fixedBonus: bigint;
  fromDecimals: number;
  toDecimals: number;
  costs?: PriceCosts | null;
  tiers?: readonly RateTier[];
};

/** From this amount sent on, minor units, the whole of it has this rate. */
export type RateTier = { from: bigint; rate: string };

/** `toAmount = gross - serviceFee - payoutFee + bonus`, or zero when fees exceed it. */
export type Price = { fromAmount: bigint; gross: bigint; serviceFee: bigint; bonus: bigint; toAmount: bigint };

export function priceFrom(terms: PriceTerms & { fromAmount: bigint }): Price {
  return priceOf(terms.fromAmount, terms);
}

/** The same for fixed terms and changing amounts: copies nothing per price. */
export function priceOf(fromAmount: bigint, terms: PriceTerms): Price {
  const rate = parseRate(rateAt(terms, fromAmount));
  const worth = fromAmount * rate.digits * powerOfTen(terms.toDecimals);
  const gross = floorDiv(worth, powerOfTen(terms.fromDecimals + rate.scale));
  const { serviceFee, bonus, arrives } = shares(gross, terms);
  const price = { fromAmount, gross, serviceFee, bonus, toAmount: arrives > 0n ? arrives : 0n };
  return terms.costs ? withinCosts(price, mostPayout(fromAmount, terms.costs, terms)) : price;
}

/** The rate of an amount sent. */
export function rateAt({ rate, tiers }: Pick<PriceTerms, "rate" | "tiers">, fromAmount: bigint): string {
  return tiers?.findLast(({ from }) => fromAmount >= from)?.rate ?? rate;
}

/** What a price pays out beyond `most` is taken off its bonus first, and the rest is a part of the service fee. */
function withinCosts(price: Price, most: bigint): Price {
  const excess = price.toAmount - most;
  if (excess <= 0n) return price;
  const { fromAmount, gross, serviceFee, bonus } = price;
  const cut = excess < bonus ? excess : bonus;
  return { fromAmount, gross, serviceFee: serviceFee + excess - cut, bonus: bonus - cut, toAmount: most };
}

/** The price of the smallest `fromAmount` that pays out at least `toAmount`; requires `serviceBps` below 10000. */
export function priceTo(toAmount: bigint, terms: PriceTerms): Price {
  return priceOf(smallestFrom(toAmount, terms), terms);
}

/** Of each tier the smallest amount at its rate; the first of them that the tier has is the smallest of all. */
function smallestFrom(toAmount: bigint, terms: PriceTerms): bigint {
  const { rate, tiers = [] } = terms;
  if (tiers.length === 0) return smallestAtRate(toAmount, terms);
  const all = [{ from: 0n, rate }, ...tiers];
  for (const [index, tier] of all.entries()) {
    const amount = smallestAtRate(toAmount, { ...terms, rate: tier.rate });
    const reached = amount > tier.from ? amount : tier.from;
    const next = all[index + 1];
    if (next === undefined || reached < next.from) return reached;
  }
  throw new Error("The last tier has no end");
}

function smallestAtRate(toAmount: bigint, terms: PriceTerms): bigint {
  const rate = parseRate(terms.rate);
  const gross = smallestGross(toAmount, terms);
  const byTerms = ceilDiv(
    gross * powerOfTen(terms.fromDecimals + rate.scale),
    rate.digits * powerOfTen(terms.toDecimals),
  );
  const byCosts = terms.costs ? leastSentFor(toAmount, terms.costs, terms) : 0n;
  return byTerms > byCosts ? byTerms : byCosts;
}

/** Inclusive, in minor units of the pay-in asset. */
export type FromLimits = { minFrom: bigint; maxFrom: bigint };

/** `limit` is the limit that the requested amount breaks; the price is then the one at that limit. */
export type LimitedPrice = Price & {
  limit: "below_min" | "above_max" | null;
  /** Limits on the side that was entered, for the message about them. */
  min: bigint;
  max: bigint;
};

/**
 * The price of a requested amount within the pair's limits. On side `to`, the limits are the payouts of the smallest
 * and largest pay-in: requesting exactly those is allowed, even where rounding would give the same payout for less.
 */
export function quoteFor(terms: PriceTerms & FromLimits, side: Side, amount: bigint): LimitedPrice {
  return side === "from" ? quoteFrom(terms, amount) : quoteTo(terms, amount);
}

function quoteFrom(terms: PriceTerms & FromLimits, amount: bigint): LimitedPrice {
  const { minFrom: min, maxFrom: max } = terms;
  if (amount < min) return limited(priceOf(min, terms), "below_min", min, max);
  if (amount > max) return limited(priceOf(max, terms), "above_max", min, max);
  return limited(priceOf(amount, terms), null, min, max);
}

function quoteTo(terms: PriceTerms & FromLimits, amount: bigint): LimitedPrice {
  const lowest = priceOf(terms.minFrom, terms);
  const highest = priceOf(terms.maxFrom, terms);
  const { toAmount: min } = lowest;
  const { toAmount: max } = highest;
  if (amount < min) return limited(lowest, "below_min", min, max);
  if (amount > max) return limited(highest, "above_max", min, max);
  const price = priceTo(amount, terms);
  return limited(price.fromAmount < terms.minFrom ? lowest : price, null, min, max);
}

/** Written out: a spread costs ten times as much as the price itself. */
function limited(price: Price, limit: LimitedPrice["limit"], min: bigint, max: bigint): LimitedPrice {
  const { fromAmount, gross, serviceFee, bonus, toAmount } = price;
  return { fromAmount, gross, serviceFee, bonus, toAmount, limit, min, max };
}

function shares(gross: bigint, terms: PriceTerms): { serviceFee: bigint; bonus: bigint; arrives: bigint } {
  const serviceFee = ceilDiv(gross * BigInt(terms.serviceBps), 10_000n);
  const bonus = floorDiv(gross * BigInt(terms.bonusBps), 10_000n) + terms.fixedBonus;
  return { serviceFee, bonus, arrives: gross - serviceFee - terms.payoutFee + bonus };
}

/**
 * Without rounding, `gross` gives gross x keep / 10000. Rounding takes less than two units from that, so the result is
 * within 20000 / keep steps above: two or three steps for any realistic fee.
 */
function smallestGross(toAmount: bigint, terms: PriceTerms): bigint {
  const keep = BigInt(10_000 - terms.serviceBps + terms.bonusBps);
  if (keep <= 0n) throw new Error("With a 100% service fee no payout amount can be requested");
  const needed = toAmount + terms.payoutFee - terms.fixedBonus;
  let gross = needed > 0n ? ceilDiv(needed * 10_000n, keep) : 0n;
  while (shares(gross, terms).arrives < toAmount) gross += 1n;
  return gross;
}
