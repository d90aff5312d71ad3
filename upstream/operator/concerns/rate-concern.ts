import type { Context } from "../../context.ts";
import { powerOfTen } from "../../domain/pricing/division.ts";
import { parseRate } from "../../domain/pricing/rate.ts";
import { distance } from "../second-look.ts";

/** Both rates at one scale, so that they can be compared. */
function aligned(one: string, other: string): [bigint, bigint] {
  const [a, b] = [parseRate(one), parseRate(other)];
  return [a.digits * powerOfTen(b.scale), b.digits * powerOfTen(a.scale)];
}

/**
 * Asks when a new rate is further from the market's than the band. `table`: the pair's last rate, for a pair whose rate
 * source is silent. Refresh the rate source before.
 */
export function rateConcern(ctx: Context, pairId: string, rate: string, table: string | null): string | null {
  const market = ctx.rates.current(pairId, ctx.clock.now())?.rate ?? table;
  return concernBy(ctx, { subject: pairId, rate, known: market, of: "the market's" });
}

/** The same for the rate of an asset that only pays fees, which no market is asked for: compared with the last one. */
export const feeRateConcern = (ctx: Context, asset: string, rate: string, last: string | null): string | null =>
  concernBy(ctx, { subject: asset, rate, known: last, of: "the last one," });

type Comparison = { subject: string; rate: string; known: string | null; of: string };

function concernBy(ctx: Context, { subject, rate, known, of }: Comparison): string | null {
  if (known === null) return `${subject} has no rate yet that ${rate} could be compared with.`;
  const [was, is] = aligned(known, rate);
  const { rate: band } = ctx.env.OPERATOR_BANDS;
  const { isBeyond, text } = distance(was, is, band);
  const side = is > was ? "above" : "below";
  return isBeyond ? `The rate ${rate} of ${subject} is ${text} ${side} ${of} ${known}; the band is ${band} %.` : null;
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
