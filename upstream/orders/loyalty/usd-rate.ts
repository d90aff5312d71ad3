import { currencyAssets } from "../../market/rules/currency-assets.ts";
import { floorDiv, powerOfTen } from "../../market/rules/division.ts";
import { formatRate, parseRate } from "../../market/rules/rate.ts";
import type { MarketPair, MarketSnapshot } from "../../ports/market.ts";
import type { RateSource } from "../../ports/rates.ts";

const mostDecimals = 18;

/**
 * US dollars for one unit of what the pair sends, at the market's rate: directly, or by what it pays out. Null where
 * neither has a rate in dollars.
 */
export function usdRateOf(
  { market, rates }: { market: Pick<MarketSnapshot, "pairs">; rates: RateSource },
  { from, to }: MarketPair,
  reference: string,
  now: Date,
): string | null {
  const inDollars = (id: string): string | undefined => {
    if (id === currencyAssets.usd) return "1";
    const pair = [...market.pairs.values()].find(({ row }) => row.from === id && row.to === currencyAssets.usd);
    return pair && rates.current(pair.row.id, now)?.rate;
  };
  const direct = inDollars(from.id);
  if (direct !== undefined) return direct;
  const paidOut = inDollars(to.id);
  return paidOut === undefined ? null : product(reference, paidOut);
}

function product(rateText: string, otherRateText: string): string | null {
  const [a, b] = [parseRate(rateText), parseRate(otherRateText)];
  const scale = Math.min(a.scale + b.scale, mostDecimals);
  const digits = floorDiv(a.digits * b.digits, powerOfTen(a.scale + b.scale - scale));
  return digits === 0n ? null : formatRate({ digits, scale });
}
