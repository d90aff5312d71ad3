import { parseRate, type Rate } from "../rate.ts";
import {
  type Consensus,
  consensusOf,
  type DisagreementReason,
  type PriceLimits,
  type SourcePrice,
} from "./consensus.ts";
import { type Fraction, fractionOf, product, quotient, rateOf, unity } from "./fraction.ts";

/** Symbols are valued in dollars, which have no source of their own. */
export const currencyOfValue = "USD";
/** Some exchanges quote in it instead of dollars. Its own price says what that is worth: it is never taken as one dollar. */
export const quoteCoin = "USDT";

/**
 * A price as a source gave it: units of `quote` for one `base`, decimal text. `ageSeconds`: how old it may be where the source
 * itself says so, as a daily one does.
 */
export type FeedPrice = {
  feed: string;
  base: string;
  quote: string;
  price: string;
  at: Date;
  ageSeconds: number | null;
};

/** `at`: of the oldest price that counts; null where none was needed. */
export type PairPrice =
  | { status: "agreed"; rate: Rate; at: Date | null; until: Date | null; sources: string[]; isUnanimous: boolean }
  | { status: "disagreed"; why: DisagreementReason; symbol: string };

/** Units of symbol `to` for one of `from`, over their prices in dollars. */
export function pairPrice(
  pair: { from: string; to: string },
  prices: readonly FeedPrice[],
  limits: PriceLimits,
  now: Date,
): PairPrice {
  const values = new Map<string, Fraction>([[currencyOfValue, unity]]);
  const sides: (Consensus & { status: "agreed" })[] = [];
  for (const symbol of [pair.from, pair.to]) {
    if (values.has(symbol)) continue;
    const side = consensusOf(dollarPrices(symbol, prices, limits, now), limits, now);
    if (side.status === "disagreed") return { ...side, symbol };
    values.set(symbol, side.value);
    sides.push(side);
  }
  const rate = rateOf(quotient(values.get(pair.from) ?? unity, values.get(pair.to) ?? unity));
  if (!rate) return { status: "disagreed", why: "spread", symbol: pair.from };
  return {
    status: "agreed",
    rate,
    at: earliest(sides.map(({ at }) => at)),
    until: earliest(sides.map(({ until }) => until)),
    sources: [...new Set(sides.flatMap(({ sources }) => sources))].sort(),
    isUnanimous: sides.every(({ isUnanimous }) => isUnanimous),
  };
}

/** The prices of a symbol in dollars; those in the quote coin count while that has a price itself. */
function dollarPrices(symbol: string, prices: readonly FeedPrice[], limits: PriceLimits, now: Date): SourcePrice[] {
  const direct = prices.filter(({ base, quote }) => base === symbol && quote === currencyOfValue);
  const inCoin = prices.filter(({ base, quote }) => base === symbol && quote === quoteCoin && symbol !== quoteCoin);
  const coin = inCoin.length === 0 ? null : consensusOf(dollarPrices(quoteCoin, prices, limits, now), limits, now);
  return [
    ...direct.map((price) => sourcePrice(price, unity, limits)),
    ...(coin?.status === "agreed" ? inCoin.map((price) => sourcePrice(price, coin.value, limits)) : []),
  ];
}

function sourcePrice({ feed, price, at, ageSeconds }: FeedPrice, worth: Fraction, limits: PriceLimits): SourcePrice {
  const until = new Date(at.getTime() + (ageSeconds ?? limits.ageSeconds) * 1000);
  return { source: feed, value: product(fractionOf(parseRate(price)), worth), at, until };
}

function earliest(moments: readonly Date[]): Date | null {
  return moments.length === 0 ? null : new Date(Math.min(...moments.map((moment) => moment.getTime())));
}
