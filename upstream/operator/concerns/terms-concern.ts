import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Tx } from "../../db/database.ts";
import { readMarginTiers } from "../../market/rules/margin-tiers.ts";
import { priceOf } from "../../market/rules/pricing.ts";
import { pricePair } from "../../orders/quotes/priced-pair.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketPair } from "../../ports/market.ts";
import { distance } from "../second-look.ts";
import { amountConcern } from "./amount-concern.ts";

/** `isFarPrice`: what would be paid out moves by more than twice its band. */
type TermsConcerns = { isFarPrice: boolean; sentences: (string | null)[] };
type PairTerms = Pick<
  MarketPair["row"],
  "marginBps" | "marginTiers" | "serviceBps" | "payoutFee" | "minFrom" | "maxFrom"
>;

/**
 * Asks when new terms change a payout by more than the rate band, or widen the limits by more than the amount band: below
 * an old minimum fees no longer cover what an exchange costs. `pair`: with the row that the new terms are compared with.
 */
export function termsConcerns(ctx: Context, pair: MarketPair, changes: Partial<PairTerms>): TermsConcerns {
  const changed = { ...pair, row: { ...pair.row, ...changes } };
  const { minFrom, maxFrom } = pair.row;
  const begins = [pair, changed].flatMap(({ row, from }) =>
    (readMarginTiers(row.marginTiers, from.decimals, row.marginBps) ?? []).map((tier) => tier.from),
  );
  const payouts = [minFrom, maxFrom, ...begins].map((sent) => payoutConcern(ctx, pair, changed, sent));
  return {
    isFarPrice: payouts.some((concern) => concern?.isFar),
    sentences: [
      payouts.find((concern) => concern !== null)?.sentence ?? null,
      maximumConcern(ctx, pair.row, changed.row.maxFrom),
      minimumConcern(ctx, pair.row, changed.row.minFrom),
    ],
  };
}

/** Asks where the largest exchange would pay out more than the amount band of what our rails hold. */
export async function largestPayoutConcern(ctx: Context, tx: Tx, pair: MarketPair): Promise<string | null> {
  const { priced } = pricePair(pair, ctx.rates, ctx.clock.now());
  if (!priced) return `${pair.row.id} has no rate now at which its largest payout could be computed.`;
  const { toAmount } = priceOf(pair.row.maxFrom, priced.terms);
  return amountConcern(ctx, tx, { asset: pair.to.id, decimals: pair.to.decimals, amount: toAmount }, "amount");
}

function payoutConcern(ctx: Context, pair: MarketPair, changed: MarketPair, sent: bigint) {
  const now = ctx.clock.now();
  const [terms, newTerms] = [pair, changed].map((version) => pricePair(version, ctx.rates, now).priced?.terms);
  if (!terms || !newTerms) {
    const isPrice = (["marginBps", "marginTiers", "serviceBps", "payoutFee"] as const).some(
      (name) => pair.row[name] !== changed.row[name],
    );
    const sentence = `${pair.row.id} has no rate now at which its prices could be compared.`;
    return isPrice ? { isFar: false, sentence } : null;
  }
  const [was, is] = [priceOf(sent, terms).toAmount, priceOf(sent, newTerms).toAmount];
  const { rate: band } = ctx.env.OPERATOR_BANDS;
  const { isBeyond, isFar, text } = distance(was, is, band);
  if (!isBeyond) return null;
  const { from, to } = pair;
  const textOf = (minor: bigint) => `${formatDecimal(minor, to.decimals)} ${to.id}`;
  const send = `${formatDecimal(sent, from.decimals)} ${from.id}`;
  const sentence = `${send} would pay ${textOf(is)} instead of ${textOf(was)}, ${text} apart; the band is ${band} %.`;
  return { isFar, sentence };
}

function maximumConcern(ctx: Context, row: MarketPair["row"], maxFrom: bigint): string | null {
  const { amount: band } = ctx.env.OPERATOR_BANDS;
  const { isBeyond, text } = distance(row.maxFrom, maxFrom, band);
  if (maxFrom <= row.maxFrom || !isBeyond) return null;
  return `The maximum of ${row.id} would rise by ${text}; the band is ${band} %.`;
}

function minimumConcern(ctx: Context, row: MarketPair["row"], minFrom: bigint): string | null {
  const { amount: band } = ctx.env.OPERATOR_BANDS;
  const { isBeyond, text } = distance(row.minFrom, minFrom, band);
  if (minFrom >= row.minFrom || !isBeyond) return null;
  return `The minimum of ${row.id} would fall by ${text}; the band is ${band} %.`;
}
