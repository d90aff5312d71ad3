import type { FeedName, NamedFeed } from "../rules/prices/feed-names.ts";
import type { Feed } from "./feed.ts";
import { binance } from "./listed/binance.ts";
import { bitstamp } from "./listed/bitstamp.ts";
import { coinbase } from "./listed/coinbase.ts";
import { ecb } from "./listed/ecb.ts";
import { kraken } from "./listed/kraken.ts";

/** One line for each feed. */
export const listedFeeds: Readonly<Record<FeedName, Feed>> = {
  kraken,
  coinbase,
  bitstamp,
  binance,
  ecb,
};

/** The feeds that a setting names, where it says that they are. */
export function feedsOf({ RATE_FEEDS }: { RATE_FEEDS: readonly NamedFeed[] }): Feed[] {
  return RATE_FEEDS.map(({ name, origin }) => {
    const feed = listedFeeds[name];
    return { ...feed, origin: origin ?? feed.origin };
  });
}
