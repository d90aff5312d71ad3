import { isNotNull } from "drizzle-orm";
import { referenceRate } from "../../../db/schema/market.ts";
import { marketPrice } from "../../../db/schema/market-prices.ts";
import { feedHealth } from "../../../market/prices/feed-health.ts";
import type { Context } from "../../../ports/context.ts";
import type { Figure } from "../metrics.ts";

type RateContext = Pick<Context, "db" | "env" | "market" | "rates">;

/**
 * How old the rate of each pair on sale is: one that is too old has paused its pair, and still has an age. With RATES=market also
 * which feeds are away, and which pairs pause for their price.
 */
export async function rateFigures(ctx: RateContext, now: Date): Promise<Figure[]> {
  const { pairs } = await ctx.market.snapshot();
  const active = [...pairs.values()].filter(({ row }) => row.status === "active").map(({ row }) => row.id);
  const table = await ctx.db.orm
    .select({ pair: referenceRate.pairId, at: referenceRate.updatedAt })
    .from(referenceRate);
  const values = active.flatMap((id) => {
    const at = ctx.rates.current(id, now)?.at ?? table.find(({ pair }) => pair === id)?.at;
    return at ? [{ labels: { pair: id }, value: secondsSince(at, now) }] : [];
  });
  const ages = { name: "rate_age_seconds", help: "Age of the reference rate of an active pair.", values };
  return [ages, ...(await marketFigures(ctx, active, now))];
}

async function marketFigures({ db, env, rates }: RateContext, active: readonly string[], now: Date): Promise<Figure[]> {
  const feeds = await feedHealth(db.orm, env, now);
  const isAsked = env.RATES === "market";
  const paused = isAsked ? await db.orm.select().from(marketPrice).where(isNotNull(marketPrice.pause)) : [];
  return [
    {
      name: "price_feed_away_seconds",
      help: "For how long a price feed has given no price.",
      values: feeds.map(({ feed, awaySeconds }) => ({ labels: { feed }, value: awaySeconds })),
    },
    {
      name: "price_feed_unchanged_seconds",
      help: "For how long nothing in the answers of a price feed has changed, where it therefore does not count.",
      values: feeds.map(({ feed, unchangedSince }) => {
        return { labels: { feed }, value: unchangedSince ? secondsSince(unchangedSince, now) : 0 };
      }),
    },
    {
      name: "price_paused_seconds",
      help: "For how long an active pair has had no market price, by reason.",
      values: paused
        .filter(({ pairId }) => active.includes(pairId) && rates.current(pairId, now) === undefined)
        .map(({ pairId, pause, pausedAt }) => {
          return { labels: { pair: pairId, reason: pause ?? "" }, value: secondsSince(pausedAt ?? now, now) };
        }),
    },
  ];
}

const secondsSince = (at: Date, now: Date) => Math.max(0, (now.getTime() - at.getTime()) / 1000);
