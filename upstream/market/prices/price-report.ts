import { shortDecimal } from "../../../contract/values/decimal.ts";
import type { Context } from "../../ports/context.ts";
import { feedsOf } from "../feeds/listed-feeds.ts";
import { readTable } from "../rates/table.ts";
import { noPrice, type PauseReason, type PriceState } from "../rules/prices/next-price.ts";
import { currencyOfValue, type FeedPrice, quoteCoin } from "../rules/prices/pair-price.ts";
import { formatRate } from "../rules/rate.ts";
import { overrideOf } from "./market-prices.ts";
import { isFed, readFeedPrices, readPairSymbols, readPriceLimits, readPriceStates } from "./stored-prices.ts";

/** Whether the market prices a pair, so that a rate of operators is an override with an end. */
export async function isPricedByMarket(ctx: Pick<Context, "db" | "env" | "rails">, pairId: string): Promise<boolean> {
  if (ctx.env.RATES !== "market") return false;
  const pair = (await readPairSymbols(ctx.db.orm)).find(({ id }) => id === pairId);
  if (!pair || ctx.rails.isSimulated(pair.fromAsset) || ctx.rails.isSimulated(pair.toAsset)) return false;
  return isFed(feedsOf(ctx.env), pair);
}

/** What operators read of the market price of a pair; null where the market does not price it. */
export type MarketColumns = {
  market: string | null;
  paused: string | null;
  until: string | null;
  waits_for: string | null;
  sources: string;
};

/** By pair, from what is stored. Refresh the rate source before. */
export async function marketColumns(
  ctx: Pick<Context, "db" | "env" | "rails" | "rates">,
  now: Date,
): Promise<ReadonlyMap<string, MarketColumns>> {
  const { env, rails } = ctx;
  if (env.RATES !== "market") return new Map();
  const feeds = feedsOf(env);
  const [states, prices, table] = await Promise.all([
    readPriceStates(ctx.db.orm),
    readFeedPrices(ctx.db.orm, feeds),
    readTable(ctx.db.orm),
  ]);
  const limitsOf = await readPriceLimits(ctx.db.orm, env);
  const pairs = (await readPairSymbols(ctx.db.orm)).filter(
    (pair) => isFed(feeds, pair) && !rails.isSimulated(pair.fromAsset) && !rails.isSimulated(pair.toAsset),
  );
  return new Map(
    pairs.map((pair) => {
      const state = states.get(pair.id) ?? noPrice;
      const override = overrideOf(table.get(pair.id), now);
      const waits = override !== undefined && ctx.rates.waits(pair.id);
      const isOverridden = override !== undefined && !waits;
      const row: MarketColumns = {
        market: state.rate && formatRate(state.rate),
        paused: isOverridden ? null : pausedText(state, { confirmSeconds: limitsOf(pair.id).confirmSeconds, now }),
        until: override ? (table.get(pair.id)?.until?.toISOString() ?? null) : null,
        waits_for: waits ? "a second person: approvals list" : null,
        sources: [pair.from, pair.to].flatMap((symbol) => sourcesText(symbol, prices, now)).join("; "),
      };
      return [pair.id, row] as const;
    }),
  );
}

/** What each reason means, as operators read it. */
const reasonTexts: Readonly<Record<PauseReason, string>> = {
  stale: "stale: the prices of enough sources are too old",
  too_few: "too_few: too few sources have a price",
  spread: "spread: the sources are too far from each other",
  jump: "jump: too far from the last accepted price",
};

function pausedText(
  { rate, until, pause, jump }: PriceState,
  { confirmSeconds, now }: { confirmSeconds: number; now: Date },
): string | null {
  if (pause === null) {
    if (rate === null) return "no price yet";
    return until === null || until < now ? reasonTexts.stale : null;
  }
  if (!jump) return reasonTexts[pause];
  const opens = new Date(jump.since.getTime() + confirmSeconds * 1000).toISOString();
  return `${reasonTexts[pause]}; ${formatRate(jump.rate)} is accepted at ${opens} if all sources keep to it`;
}

/** `BTC: kraken 91234.5 (3 s), coinbase 91230.1 (12 s)`; in USDT where a source quotes in it. */
function sourcesText(symbol: string, prices: readonly FeedPrice[], now: Date): string[] {
  if (symbol === currencyOfValue) return [];
  const texts = prices
    .filter(({ base }) => base === symbol)
    .sort((a, b) => (a.feed < b.feed ? -1 : 1))
    .map(({ feed, quote, price, at }) => {
      const unit = quote === quoteCoin ? ` ${quoteCoin}` : "";
      return `${feed} ${shortDecimal(price)}${unit} (${ageText(at, now)})`;
    });
  return [`${symbol}: ${texts.join(", ") || "none"}`];
}

function ageText(at: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000));
  if (seconds < 600) return `${seconds} s`;
  return seconds < 2 * 86_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 86_400)} d`;
}
