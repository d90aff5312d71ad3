import type { Context } from "../../ports/context.ts";
import type { PeriodicTask } from "../../ports/jobs.ts";
import { feedsOf } from "../feeds/listed-feeds.ts";
import { refreshFeed } from "../feeds/refresh-feed.ts";
import { acceptPrices } from "./accept-prices.ts";

/**
 * One task for each feed, so that a slow one delays no other, and one that decides prices. How often a feed is asked is its own
 * period; these only look whether it is due. None without RATES=market.
 */
export function priceTasks(ctx: Context): PeriodicTask[] {
  if (ctx.env.RATES !== "market" || !ctx.rails.hasReal) return [];
  const feeds = feedsOf(ctx.env).map((feed) => {
    return { name: `price feed ${feed.name}`, everySeconds: 5, run: () => refreshFeed(ctx, feed) };
  });
  return [...feeds, { name: "market prices", everySeconds: 3, firstAfterSeconds: 2, run: () => acceptPrices(ctx) }];
}
