import { asc, eq, isNotNull, or } from "drizzle-orm";
import { shownRef } from "../../../contract/order/order-number.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { order } from "../../db/schema/index.ts";
import type { ShownRow } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import { readOrder } from "../order-facts-query.ts";
import { exposureOf } from "../rules/exposure.ts";

/** The exposure of each open dispute, in the pay-in asset. */
export async function disputeRows(ctx: Context) {
  const rows = await ctx.db.orm
    .select()
    .from(order)
    .where(or(isNotNull(order.disputeFlag), eq(order.status, "disputed")))
    .orderBy(asc(order.updatedAt), asc(order.ref));
  const market = await ctx.market.snapshot();
  const stakes = [];
  for (const row of rows) {
    const { facts } = await readOrder(ctx, ctx.db.orm, row, market);
    const { asset, disputed, atStake, payout } = exposureOf(facts);
    const decimals = market.assets.find(({ id }) => id === asset)?.decimals ?? 0;
    const text = (minor: bigint) => formatDecimal(minor, decimals);
    stakes.push({
      ref: shownRef(row.ref),
      status: row.status,
      asset,
      disputed: text(disputed),
      at_stake: text(atStake),
      payout,
      minor: atStake,
      decimals,
    });
  }
  return stakes;
}

/** Totals per asset. */
export function exposureByAsset(disputes: { asset: string; minor: bigint; decimals: number }[]): ShownRow[] {
  const assets = [...new Set(disputes.map(({ asset }) => asset))];
  return assets.map((asset) => {
    const ofAsset = disputes.filter((dispute) => dispute.asset === asset);
    const total = ofAsset.reduce((sum, { minor }) => sum + minor, 0n);
    return { asset, at_stake: formatDecimal(total, ofAsset[0]?.decimals ?? 0), orders: ofAsset.length };
  });
}
