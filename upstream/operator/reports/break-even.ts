import { formatDecimal } from "../../../contract/values/decimal.ts";
import { breakEven } from "../../market/rules/break-even.ts";
import { costsAt } from "../../market/rules/costs.ts";
import { pricePair } from "../../orders/quotes/priced-pair.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketPair } from "../../ports/market.ts";
import type { ShownRow } from "../command.ts";

/**
 * The smallest amount sent at which an exchange earns what it costs: network fees of the payout and of one sweep, and what the
 * payment services take. Minor units; null while there is no rate of the pair or of a coin that pays fees, undefined where no
 * amount does.
 */
function breakEvenOf(ctx: Context, pair: MarketPair): bigint | null | undefined {
  const { priced } = pricePair(pair, ctx.rates, ctx.clock.now());
  if (!priced || pair.costs === null) return null;
  const { terms, reference } = priced;
  const { decimals } = pair.from;
  const costs = costsAt(pair.costs, reference.rate, terms);
  const limits = { least: 1n, most: pair.row.maxFrom * 1000n, shownDecimals: decimals };
  return breakEven({ ...terms, costs }, limits) ?? undefined;
}

export function breakEvenText(ctx: Context, pair: MarketPair): string {
  const amount = breakEvenOf(ctx, pair);
  if (amount === null) return "no rate";
  return amount === undefined ? "never" : formatDecimal(amount, pair.from.decimals);
}

/**
 * Pairs on sale whose set minimum does not earn what its exchange costs. `effect`: what follows, by PRICE_FLOOR.
 */
export async function belowBreakEven(ctx: Context): Promise<ShownRow[]> {
  const { pairs } = await ctx.market.snapshot();
  return [...pairs.values()].flatMap((pair) => {
    const { row, from, hasFloor } = pair;
    const least = row.status === "active" ? breakEvenOf(ctx, pair) : null;
    const isUnknown = row.status === "active" && hasFloor && pair.costs === null;
    if (!isUnknown && (least === null || (least !== undefined && least <= row.minFrom))) return [];
    const min = formatDecimal(row.minFrom, from.decimals);
    const isPaused = isUnknown || least === undefined || (least !== null && least > row.maxFrom);
    const floored = isPaused ? "paused" : "the minimum is the break-even amount";
    const effect = hasFloor ? floored : "sold below cost";
    return [{ pair: row.id, min_from: min, break_even: breakEvenText(ctx, pair), effect }];
  });
}
