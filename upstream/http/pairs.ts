import { directions, shownMarket } from "../orders/pairs.ts";
import { serve } from "./serve.ts";

/** How long a calculator may go on with what it has; the sandbox's prices step as often. */
const ttlSeconds = 15;

export const routes = [
  serve(
    "exchangePairs",
    async ({ ctx, now }) => ({
      data: shownMarket(await ctx.market.snapshot(), ctx.rates, now),
      meta: {
        generated_at: now.toISOString(),
        ttl_seconds: ttlSeconds,
        reference_source: ctx.rates.name,
        sandbox: ctx.rails.sandbox,
      },
    }),
    { cacheSeconds: ttlSeconds, sameWhile: (reply) => reply.data },
  ),

  serve("exchangeDirections", async ({ ctx, query }) => ({ data: directions(await ctx.market.snapshot(), query) }), {
    cacheSeconds: ttlSeconds,
  }),
];
