import type { Tx } from "../db/database.ts";
import type { order } from "../db/schema/orders.ts";
import type { OrderEntry } from "../ledger/rules/order-ledger.ts";
import type { Context } from "../ports/context.ts";
import type { MarketSnapshot } from "../ports/market.ts";
import { knownRates } from "./known-rates.ts";
import { amountAtRate } from "./rules/compute-reward.ts";
import { orderProfit } from "./rules/order-profit.ts";
import { rateBetween } from "./rules/rate-between.ts";

type OrderRow = typeof order.$inferSelect;

/** A completed order, with all transfers it has and those that complete it. */
export type Completed = { after: OrderRow; entries: readonly OrderEntry[]; market: MarketSnapshot; now: Date };

/** What we earned on an order, with every figure to compute it again; `base` is in minor units of the reward's asset. */
export type ProfitBase = {
  asset: string;
  profit: bigint;
  profitAsset: string;
  rate: string;
  otherCosts: bigint;
  base: bigint;
};

/** Null where we earned nothing, or where the market has never had a rate to value it. */
export async function profitBase(
  ctx: Pick<Context, "env" | "rates">,
  tx: Tx,
  { after, entries, market, now }: Completed,
): Promise<ProfitBase | null> {
  const asset = ctx.env.AFFILIATE_ASSET;
  const decimals = new Map(market.assets.map((row) => [row.id, row.decimals]));
  const decimalsOf = (id: string) => decimals.get(id) ?? 0;
  const rates = await knownRates(ctx, tx, market, now);
  const profitAsset = after.toAsset;
  const rate = decimals.has(asset) ? rateBetween(rates, profitAsset, asset) : null;
  const profits = orderProfit(after, entries, decimalsOf);
  const profit = profits.get(profitAsset) ?? 0n;
  if (rate === null || profit <= 0n) return null;
  const valued = amountAtRate(profit, rate, { from: decimalsOf(profitAsset), to: decimalsOf(asset) });
  const otherCosts = [...profits].reduce((sum, [id, minor]) => {
    const worth = id === profitAsset || minor >= 0n ? null : rateBetween(rates, id, asset);
    return worth === null ? sum : sum + amountAtRate(-minor, worth, { from: decimalsOf(id), to: decimalsOf(asset) });
  }, 0n);
  const unbooked = amountAtRate(sweepCost(after, market), rate, {
    from: decimalsOf(profitAsset),
    to: decimalsOf(asset),
  });
  const base = valued - otherCosts - unbooked;
  return base > 0n ? { asset, profit, profitAsset, rate, otherCosts: otherCosts + unbooked, base } : null;
}

/** What sweeping the payment costs, in minor units of the payout asset: no transfer of the order has it. */
function sweepCost({ costTerms, fromAsset }: OrderRow, { assets }: MarketSnapshot): bigint {
  const isSwept = assets.find(({ id }) => id === fromAsset)?.kind === "crypto";
  return costTerms !== null && isSwept ? BigInt(costTerms.payin) : 0n;
}
