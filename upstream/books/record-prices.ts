import { eq } from "drizzle-orm";
import { rateBetween } from "../affiliates/rules/rate-between.ts";
import { assetPrice } from "../db/schema/books.ts";
import { currentRates } from "../market/rates/current-rates.ts";
import { currencyAssets } from "../market/rules/currency-assets.ts";
import type { Context } from "../ports/context.ts";
import { hourOf } from "./rules/periods.ts";

/**
 * Records what each asset is worth in each currency, once an hour; again, or by another process, it changes nothing. An asset
 * without a rate is tried again until the hour is over.
 */
export async function recordPrices(ctx: Pick<Context, "clock" | "db" | "market" | "rates">): Promise<void> {
  const hour = hourOf(ctx.clock.now());
  const { assets, pairs } = await ctx.market.snapshot();
  const currencies = Object.values(currencyAssets);
  const recorded = await ctx.db.orm.select().from(assetPrice).where(eq(assetPrice.hour, hour));
  const missing = assets.flatMap(({ id }) =>
    currencies
      .filter((currency) => id !== currency)
      .filter((currency) => !recorded.some((row) => row.asset === id && row.currency === currency))
      .map((currency) => ({ asset: id, currency })),
  );
  if (missing.length === 0) return;
  const rows = [...pairs.values()].map(({ row }) => row);
  const rates = await currentRates(ctx.db.orm, ctx.rates, rows, ctx.clock.now());
  const prices = missing.flatMap(({ asset, currency }) => {
    const price = rateBetween(rates, asset, currency);
    return price === null ? [] : [{ asset, currency, hour, price }];
  });
  if (prices.length > 0) await ctx.db.orm.insert(assetPrice).values(prices).onConflictDoNothing();
}
