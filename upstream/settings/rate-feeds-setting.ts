import { z } from "zod/v4";
import { type FeedName, feedNames, type NamedFeed } from "../market/rules/prices/feed-names.ts";

/** Feeds in dollars and the file of the European Central Bank; one that quotes in USDT can be added. */
const usualFeeds = "kraken,coinbase,bitstamp,ecb";

/**
 * `kraken,coinbase,ecb`: which feeds are asked. `kraken=http://127.0.0.1:8080` asks one at another origin, as for a proxy or a
 * test.
 */
export const rateFeedsSetting = z
  .string()
  .default(usualFeeds)
  .transform((text, context): readonly NamedFeed[] => {
    const feeds = text.split(",").flatMap((part): NamedFeed[] => {
      const [name = "", ...rest] = part.trim().split("=");
      const origin = rest.length === 0 ? null : rest.join("=");
      if (isFeedName(name) && (origin === null || isOrigin(origin))) return [{ name, origin }];
      const message = `must list feeds of ${feedNames.join(", ")}; kraken=https://proxy.example asks one elsewhere`;
      context.addIssue({ code: "custom", message });
      return [];
    });
    if (new Set(feeds.map(({ name }) => name)).size !== feeds.length)
      context.addIssue({ code: "custom", message: "names a feed twice" });
    return feeds;
  });

const isFeedName = (name: string): name is FeedName => (feedNames as readonly string[]).includes(name);
const isOrigin = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
