import { directions, shownMarket } from "../../orders/quotes/shown-market.ts";
import { serve } from "../serve.ts";

/** How long a calculator may use a copy; sandbox prices change as often. */
const ttlSeconds = 15;

export const routes = [
  serve(
    "exchangePairs",
    async ({ ctx, now }) => {
      const snapshot = await ctx.market.snapshot();
      const { maintenance } = snapshot;
      return {
        data: shownMarket(snapshot, ctx.rates, now),
        meta: {
          generated_at: now.toISOString(),
          ttl_seconds: ttlSeconds,
          reference_source: ctx.rates.name,
          sandbox: ctx.rails.sandbox,
          maintenance: maintenance && { until: maintenance.until, message: maintenance.message },
        },
      };
    },
    { cacheSeconds: ttlSeconds, sameWhile: ({ data, meta }) => [data, meta.maintenance] },
  ),

  serve("exchangeDirections", async ({ ctx, query }) => ({ data: directions(await ctx.market.snapshot(), query) }), {
    cacheSeconds: ttlSeconds,
  }),
];
