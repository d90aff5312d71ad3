/** Each feed that RATE_FEEDS may name; upstream/market/feeds/ has how it is asked. */
export const feedNames = ["kraken", "coinbase", "bitstamp", "binance", "ecb"] as const;
export type FeedName = (typeof feedNames)[number];

/** A feed that the setting names. `origin`: where it is asked instead of at its own website, for a proxy or a test. */
export type NamedFeed = { name: FeedName; origin: string | null };
