import { formatDecimal } from "../../../contract/values/decimal.ts";
import { ceilDiv, floorDiv, powerOfTen } from "../../market/rules/division.ts";
import { priceOf } from "../../market/rules/pricing.ts";
import { parseRate } from "../../market/rules/rate.ts";
import { pricePair } from "../../orders/quotes/priced-pair.ts";
import { mostSweepCost } from "../../payouts/sweeps/sweep-cost.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketPair } from "../../ports/market.ts";
import type { PayoutRail } from "../../ports/payout-rail.ts";
import type { ShownRow } from "../command.ts";

/**
 * The smallest amount sent at which an exchange earns what its network fees cost: the transfer of the payout, and the sweep
 * of the payment where its rail sweeps. Minor units; null while there is no rate, undefined where no amount does.
 */
function breakEven(ctx: Context, pair: MarketPair): bigint | null | undefined {
  const { row, from, to } = pair;
  const { priced } = pricePair(pair, ctx.rates, ctx.clock.now());
  if (!priced) return null;
  const { digits, scale } = parseRate(priced.reference.rate);
  const [over, under] = [digits * powerOfTen(to.decimals), powerOfTen(from.decimals + scale)];
  const sweeping = sweepingRail(ctx, row.from);
  const sweep = (sweeping && mostSweepCost(sweeping, from)) ?? 0n;
  const costs = (to.networkCost ?? 0n) + ceilDiv(sweep * over, under);
  const earns = (sent: bigint) => {
    const { toAmount } = priceOf(sent, priced.terms);
    return toAmount > 0n && floorDiv(sent * over, under) - toAmount >= costs;
  };
  return smallest(earns, row.maxFrom * 1000n);
}

/** The smallest number that passes, up to `most`; once one passes, all larger ones do. */
function smallest(passes: (amount: bigint) => boolean, most: bigint): bigint | undefined {
  let [low, high] = [1n, most];
  if (!passes(high)) return undefined;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (passes(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}

function sweepingRail({ rails }: Context, asset: string): PayoutRail | undefined {
  const rail = rails.payoutRail(asset) === undefined ? undefined : rails.payoutFor(asset);
  return rail?.hotAddress === null ? undefined : rail;
}

export function breakEvenText(ctx: Context, pair: MarketPair): string {
  const amount = breakEven(ctx, pair);
  if (amount === null) return "no rate";
  return amount === undefined ? "never" : formatDecimal(amount, pair.from.decimals);
}

/** Pairs on sale that lose money on their smallest exchanges. */
export async function belowBreakEven(ctx: Context): Promise<ShownRow[]> {
  const { pairs } = await ctx.market.snapshot();
  return [...pairs.values()].flatMap((pair) => {
    const least = pair.row.status === "active" ? breakEven(ctx, pair) : null;
    if (least === null || (least !== undefined && least <= pair.row.minFrom)) return [];
    const min = formatDecimal(pair.row.minFrom, pair.from.decimals);
    return [{ pair: pair.row.id, min_from: min, break_even: breakEvenText(ctx, pair) }];
  });
}
