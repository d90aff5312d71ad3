import { createHash } from "node:crypto";
import { eq, lte, sql } from "drizzle-orm";
import type { Orm, Tx } from "../../db/database.ts";
import { feedPrice, priceFeed } from "../../db/schema/market-prices.ts";
import type { Context } from "../../ports/context.ts";
import type { FeedFault } from "../rules/prices/feed-faults.ts";
import { currencyOfValue, quoteCoin } from "../rules/prices/pair-price.ts";
import { isFeedUnchanged, timeOfUntimedPrice } from "../rules/prices/unchanged-feed.ts";
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
  const fault = await ctx.db.transaction((tx) => store(tx, feed, reading, now));
  if (fault !== null) ctx.log.warn({ feed: feed.name, fault }, "a price feed has failed");
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

/** `asked`: when the request began. Returns why not all prices of this round count; null where they do. */
async function store(
  tx: Tx,
  feed: Feed,
  { prices, fault: failed }: FeedReading,
  asked: Date,
): Promise<FeedFault | null> {
  const rows = prices.map((read) => {
    const { market, price, at, cachedSeconds } = read;
    const observed = read.at === null ? hashOf(read.observed) : null;
    return { base: market.base, quote: market.quote, price, at, cachedSeconds, observed };
  });
  const changedAt = await lastChange(tx, feed, rows, asked);
  const isStandingStill = changedAt !== null && isFeedUnchanged({ asked, changedAt });
  const fault = isStandingStill ? "unchanged" : failed;
  const answered = prices.length > 0 && !isStandingStill ? { answeredAt: asked } : {};
  const failing = fault === null ? null : sql`coalesce(${priceFeed.faultSince}, ${asked.toISOString()}::timestamptz)`;
  await tx
    .update(priceFeed)
    .set({ ...answered, fault, faultSince: failing, ...(changedAt && { changedAt }) })
    .where(eq(priceFeed.name, feed.name));
  for (const { cachedSeconds, ...row } of rows) {
    const at = row.at ?? timeOfUntimedPrice({ asked, cachedSeconds, changedAt: changedAt ?? asked });
    if (at.getTime() > asked.getTime() + aheadMs) continue;
    const { base, quote, price, observed } = row;
    await tx
      .insert(feedPrice)
      .values({ feed: feed.name, base, quote, price, observed, at })
      .onConflictDoUpdate({ target: [feedPrice.feed, feedPrice.base, feedPrice.quote], set: { price, observed, at } });
  }
  return fault;
}

type ObservedRow = { base: string; quote: string; observed: string | null };

/**
 * When the answers of a feed without times were last seen to differ from those before, in any of its markets: a market on its own may
 * be calm. A market that was not there before shows nothing. Null where this answer has no such price.
 */
async function lastChange(tx: Tx, feed: Feed, rows: readonly ObservedRow[], asked: Date): Promise<Date | null> {
  if (!rows.some(({ observed }) => observed !== null)) return null;
  const [state] = await tx.select({ at: priceFeed.changedAt }).from(priceFeed).where(eq(priceFeed.name, feed.name));
  if (!state?.at) return asked;
  const { base, quote, observed } = feedPrice;
  const before = await tx.select({ base, quote, observed }).from(feedPrice).where(eq(feedPrice.feed, feed.name));
  const isSameMarket = (a: ObservedRow, b: ObservedRow) => a.base === b.base && a.quote === b.quote;
  const isChanged = rows.some((row) => {
    const last = before.find((earlier) => isSameMarket(earlier, row))?.observed ?? null;
    return last !== null && row.observed !== null && last !== row.observed;
  });
  return isChanged ? asked : state.at;
}

/** So that it has one length, whatever a feed sends. */
const hashOf = (observed: readonly unknown[]) => createHash("sha256").update(JSON.stringify(observed)).digest("hex");
