import { lte, sql } from "drizzle-orm";
import type { Orm, Tx } from "../../db/database.ts";
import { feedPrice, priceFeed } from "../../db/schema/market-prices.ts";
import type { Context } from "../../ports/context.ts";
import { currencyOfValue, quoteCoin } from "../rules/prices/pair-price.ts";
import { askFeed, type FeedReading } from "./ask-feed.ts";
import type { Feed, FeedMarket } from "./feed.ts";

/** A feed that publishes seldom is asked again so soon after a failure. */
const retrySeconds = 300;
/** A feed's clock may be so far ahead of ours; beyond it what it says of time is wrong. */
const aheadMs = 5000;

type FeedContext = Pick<Context, "clock" | "db" | "log" | "market" | "rails">;

/**
 * Asks a feed where it is due, and stores its prices. Of several processes one asks: the one that moves `asked_at`. What is
 * stored counts once `acceptPrices` has compared it.
 */
export async function refreshFeed(ctx: FeedContext, feed: Feed, waitMs?: number): Promise<void> {
  const markets = marketsOf(feed, await symbolsInPairs(ctx));
  if (markets.length === 0) return;
  const now = ctx.clock.now();
  if (!(await isOurTurn(ctx.db.orm, feed, now))) return;
  const reading = await askFeed(feed, markets, waitMs);
  await ctx.db.transaction((tx) => store(tx, feed, reading, now));
  if (reading.fault !== null) ctx.log.warn({ feed: feed.name, fault: reading.fault }, "a price feed has failed");
}

/** The markets of a feed that price these symbols, and the coin that others are quoted in. */
function marketsOf(feed: Feed, symbols: ReadonlySet<string>): FeedMarket[] {
  return feed.markets.filter(({ base }) => symbols.has(base) || base === quoteCoin);
}

/** The symbols of real assets in pairs, hidden ones too: their price is needed before they are put on sale. */
async function symbolsInPairs({ market, rails }: FeedContext): Promise<ReadonlySet<string>> {
  const { pairs } = await market.snapshot();
  const assets = [...pairs.values()].flatMap(({ from, to }) => [from, to]).filter(({ id }) => !rails.isSimulated(id));
  return new Set(assets.map(({ symbol }) => symbol).filter((symbol) => symbol !== currencyOfValue));
}

async function isOurTurn(orm: Orm, feed: Feed, now: Date): Promise<boolean> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
  const retry = Math.min(retrySeconds, feed.everySeconds);
  const due = sql`case when ${priceFeed.fault} is null then ${before(feed.everySeconds)}::timestamptz else ${before(retry)}::timestamptz end`;
  const claimed = await orm
    .insert(priceFeed)
    .values({ name: feed.name, askedAt: now })
    .onConflictDoUpdate({ target: priceFeed.name, set: { askedAt: now }, setWhere: lte(priceFeed.askedAt, due) })
    .returning({ name: priceFeed.name });
  return claimed.length > 0;
}

/** `asked`: when the request began, which is when a price without a time of its own was true at the earliest. */
async function store(tx: Tx, feed: Feed, { prices, fault }: FeedReading, asked: Date): Promise<void> {
  const answered = prices.length > 0 ? { answeredAt: asked } : {};
  const failing = fault === null ? null : sql`coalesce(${priceFeed.faultSince}, ${asked.toISOString()}::timestamptz)`;
  await tx
    .update(priceFeed)
    .set({ ...answered, fault, faultSince: failing })
    .where(sql`${priceFeed.name} = ${feed.name}`);
  for (const { market, price, at } of prices) {
    const when = at ?? asked;
    if (when.getTime() > asked.getTime() + aheadMs) continue;
    const row = { feed: feed.name, base: market.base, quote: market.quote, price, at: when };
    await tx
      .insert(feedPrice)
      .values(row)
      .onConflictDoUpdate({ target: [feedPrice.feed, feedPrice.base, feedPrice.quote], set: { price, at: when } });
  }
}
