import { and, eq, gt } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { rateHistory } from "../../db/schema/market.ts";
import type { MarketPair, MarketSnapshot } from "../../ports/market.ts";
import type { RateSource } from "../../ports/rates.ts";
import { floorDiv, powerOfTen } from "../rules/division.ts";
import { formatRate, parseRate, type Rate } from "../rules/rate.ts";

const dayMs = 86_400_000;
const scale = 18;

/**
 * What a pair's rate should be by everything but the rate itself: the price of the feeds, or where there is none the median of its last day, of the same exchange on other
 * networks, and of the way back. Decimal text; null where nothing but the rate itself is known. A rate that an operator has
 * just set is never compared with itself. `now`: by the service's clock. Refresh the rate source before.
 */
export async function marketRate(
  { orm, rates, market }: { orm: Pick<Orm, "select">; rates: RateSource; market: Pick<MarketSnapshot, "pairs"> },
  pairId: string,
  now: Date,
): Promise<string | null> {
  const pair = market.pairs.get(pairId);
  if (!pair) return null;
  const byFeeds = rates.market(pairId, now);
  if (byFeeds) return byFeeds.rate;
  const since = new Date(now.getTime() - dayMs);
  const hours = await orm
    .select({ rate: rateHistory.referenceRate })
    .from(rateHistory)
    .where(and(eq(rateHistory.pairId, pairId), gt(rateHistory.hour, since)));
  const lastDay = median(hours.map(({ rate }) => inScale(parseRate(rate))));
  const others = [...market.pairs.values()].flatMap((other) => {
    const rate = rates.current(other.row.id, now)?.rate;
    return rate === undefined || other.row.id === pairId ? [] : (sideOf(pair, other, parseRate(rate)) ?? []);
  });
  const value = median([...(lastDay === null ? [] : [lastDay]), ...others]);
  return value === null ? null : formatRate({ digits: value, scale });
}

/** The other pair's rate as one of this pair, where it exchanges the same two currencies, either way. */
function sideOf(pair: MarketPair, other: MarketPair, rate: Rate): bigint | null {
  const [from, to] = [pair.from.symbol, pair.to.symbol];
  if (other.from.symbol === from && other.to.symbol === to) return inScale(rate);
  if (other.from.symbol !== to || other.to.symbol !== from) return null;
  return floorDiv(powerOfTen(scale + rate.scale), rate.digits);
}

const inScale = (rate: Rate) => floorDiv(rate.digits * powerOfTen(scale), powerOfTen(rate.scale));

/** The lower of the two in the middle of an even number. */
function median(values: bigint[]): bigint | null {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
