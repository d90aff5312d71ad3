import { marketRate } from "../../market/rates/market-rate.ts";
import { powerOfTen } from "../../market/rules/division.ts";
import { parseRate } from "../../market/rules/rate.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketPair } from "../../ports/market.ts";
import { distance } from "../second-look.ts";

/** Both rates at one scale, so that they can be compared. */
function aligned(rateText: string, newRateText: string): [bigint, bigint] {
  const [a, b] = [parseRate(rateText), parseRate(newRateText)];
  return [a.digits * powerOfTen(b.scale), b.digits * powerOfTen(a.scale)];
}

/**
 * Asks when a new rate is further from the market's than the band. `market`: by everything but the pair's own rate, so that
 * one that was forced is not the market afterwards; where nothing else is known, the pair's own, `table`. Always for a pair
 * without a rate that no feed prices.
 */
export function rateConcern(
  ctx: Context,
  pairId: string,
  rate: string,
  { market, table }: { market: string | null; table: string | null },
): RateConcern | null {
  const now = ctx.clock.now();
  const priced = table === null ? null : (market ?? ctx.rates.current(pairId, now)?.rate ?? table);
  const reference = ctx.rates.market(pairId, now)?.rate ?? priced;
  return concernBy(ctx, { subject: pairId, rate, reference, of: "the market's" });
}

/** Asks before pairs are opened at rates that are further from the market's than the band. Not inside a transaction. */
export async function openingConcerns(
  ctx: Context,
  opens: (pair: MarketPair["row"]) => boolean,
): Promise<RateConcern[]> {
  await ctx.rates.refresh();
  const market = await ctx.market.snapshot();
  const now = ctx.clock.now();
  const concerns: (RateConcern | null)[] = [];
  for (const { row } of market.pairs.values()) {
    const rate = opens(row) ? ctx.rates.current(row.id, now)?.rate : undefined;
    if (rate === undefined) continue;
    const reference = await marketRate({ orm: ctx.db.orm, rates: ctx.rates, market }, row.id, now);
    if (reference !== null) concerns.push(concernBy(ctx, { subject: row.id, rate, reference, of: "the market's" }));
  }
  return concerns.filter((concern) => concern !== null);
}

/** The same for the rate of an asset that only pays fees, which no market is asked for: compared with the last one. */
export const feeRateConcern = (ctx: Context, asset: string, rate: string, last: string | null): string | null =>
  concernBy(ctx, { subject: asset, rate, reference: last, of: "the last one," })?.sentence ?? null;

/** What is asked about a pair's rate. `isFar`: beyond twice the band. */
export type RateConcern = { pairId: string; sentence: string; isFar: boolean };
type Comparison = { subject: string; rate: string; reference: string | null; of: string };

function concernBy(ctx: Context, { subject, rate, reference, of }: Comparison): RateConcern | null {
  if (reference === null) {
    const sentence = `${subject} has no rate yet that ${rate} could be compared with.`;
    return { pairId: subject, sentence, isFar: false };
  }
  const [was, is] = aligned(reference, rate);
  const { rate: band } = ctx.env.OPERATOR_BANDS;
  const { isBeyond, isFar, text } = distance(was, is, band);
  if (!isBeyond) return null;
  const side = is > was ? "above" : "below";
  const sentence = `The rate ${rate} of ${subject} is ${text} ${side} ${of} ${reference}; the band is ${band} %.`;
  return { pairId: subject, sentence, isFar };
}

/** Asks when an order is exchanged at a quoted rate that is better for the customer than the market's by more than the band. */
export function quotedRateConcern(ctx: Context, order: { pairId: string; referenceRate: string }): string | null {
  const market = ctx.rates.current(order.pairId, ctx.clock.now())?.rate;
  if (market === undefined) return `${order.pairId} has no current rate to compare the quoted one with.`;
  const [quoted, is] = aligned(order.referenceRate, market);
  const { rate: band } = ctx.env.OPERATOR_BANDS;
  const { isBeyond, text } = distance(is, quoted, band);
  return quoted > is && isBeyond
    ? `The quoted rate is ${text} above the market's: ${order.referenceRate}, now ${market}. The band is ${band} %.`
    : null;
}
