import { oncePerSnapshot } from "../../http/once-per-snapshot.ts";
import { serve } from "../../http/serve.ts";
import type { Context } from "../../ports/context.ts";
import { refuse } from "../../shared/rules/refusal.ts";
import { readRateHistory } from "../quotes/rate-history.ts";
import { ratesExport } from "../quotes/rates-export.ts";
import { directions, shownMarket } from "../quotes/shown-market.ts";

/** How long a calculator may use a copy; sandbox prices change as often. */
const ttlSeconds = 15;

const pairs = oncePerSnapshot((snapshot, now, { rates, rails, env }: Pick<Context, "rates" | "rails" | "env">) => {
  const { maintenance } = snapshot;
  return {
    data: shownMarket(snapshot, { rates, rails }, now),
    meta: {
      generated_at: now.toISOString(),
      ttl_seconds: ttlSeconds,
      reference_source: rates.name,
      sandbox: rails.isTest,
      wallets: env.WALLETS === "on",
      maintenance: maintenance && { until: maintenance.until, message: maintenance.message },
    },
  };
});

const monitorRates = oncePerSnapshot(
  (snapshot, now, { rates, rails, env }: Pick<Context, "rates" | "rails" | "env">) => ({
    data: ratesExport(snapshot, rates, env.COMPANY, now),
    meta: { generated_at: now.toISOString(), sandbox: rails.isTest },
  }),
);

export const pairCalls = [
  serve("exchangePairs", async ({ ctx, now }) => pairs(await ctx.market.snapshot(), now, ctx), {
    cacheSeconds: ttlSeconds,
    sameWhile: ({ data, meta }) => [data, meta.maintenance, meta.wallets],
  }),

  serve("exchangeRatesExport", async ({ ctx, now }) => monitorRates(await ctx.market.snapshot(), now, ctx), {
    cacheSeconds: ttlSeconds,
    sameWhile: ({ data }) => data,
  }),

  serve(
    "exchangeRateHistory",
    async ({ ctx, query, now }) => {
      const { pairs: marketPairs } = await ctx.market.snapshot();
      const status = marketPairs.get(query.pair)?.row.status ?? "hidden";
      if (status === "hidden") return refuse("not_found");
      return { data: await readRateHistory(ctx, query.pair, query.period, now) };
    },
    { cacheSeconds: 300 },
  ),

  serve("exchangeDirections", async ({ ctx, query }) => ({ data: directions(await ctx.market.snapshot(), query) }), {
    cacheSeconds: ttlSeconds,
  }),
];
