import type { FeedName } from "../rules/prices/feed-names.ts";

/** A market of a feed: units of `quote` for one `base`, by our symbols. `code`: the feed's own name of it. */
export type FeedMarket = { base: string; quote: string; code: string };

/**
 * Decimal text; `at`: when it was true, where the feed says so. Where it does not, `observed` has what in the answer changes with
 * the market, as text: bid and ask, with their amounts or the last trade.
 */
export type ReadPrice = { market: FeedMarket; price: string } & (
  | { at: Date }
  | { at: null; observed: readonly unknown[] }
);

/** One request of a feed: its path, and how the answer is read. Throws `UnreadableFeed`. */
type FeedRequest = { path: string; read(text: string): ReadPrice[] };

/** A public source of prices. It needs no key; what it answers is checked before it counts. */
export type Feed = {
  /** In settings, figures and tables. */
  name: FeedName;
  /** As visitors read it. */
  title: string;
  /** The website, without a path. Another one by the setting, for a proxy. */
  origin: string;
  everySeconds: number;
  /** How old its prices may be, where it publishes seldom; null: as old as the limits of a pair say. */
  ageSeconds: number | null;
  /** Whether its answers are JSON or XML: a page for people, as a proxy's error, is neither. */
  format: "json" | "xml";
  markets: readonly FeedMarket[];
  /** The requests that price these markets, asked one after another. */
  requests(markets: readonly FeedMarket[]): FeedRequest[];
};

/** The answer is not what the feed's documentation says. */
export class UnreadableFeed extends Error {}
