import { and, asc, count, eq, inArray, isNotNull, or, sum } from "drizzle-orm";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { asset, order } from "../../db/schema/index.ts";
import { ownMoney } from "../../ledger/read.ts";
import { unpaidOnHold, unpaidWaiting } from "../../orders/rules/unpaid-limits.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";
import { percentText } from "../second-look.ts";

/** How much of each asset executed orders without a payment hold, and its share of what would be free without them. */
export async function unpaidRows(ctx: Context): Promise<ShownRow[]> {
  const { orm } = ctx.db;
  const isUnpaid = or(
    inArray(order.status, [...unpaidWaiting]),
    and(eq(order.status, "on_hold"), inArray(order.condition, [...unpaidOnHold])),
  );
  const rows = await orm
    .select({ asset: order.toAsset, decimals: asset.decimals, orders: count(), held: sum(order.toAmount) })
    .from(order)
    .innerJoin(asset, eq(asset.id, order.toAsset))
    .where(and(isUnpaid, isNotNull(order.reserveHoldId)))
    .groupBy(order.toAsset, asset.decimals, asset.sort)
    .orderBy(asc(asset.sort));
  const moneyByAsset = await ownMoney(orm, ctx.rails.payoutRail);
  return rows.map(({ asset: id, decimals, orders, held }) => {
    const amount = BigInt(held ?? 0);
    const free = moneyByAsset.get(id)?.reserve ?? 0n;
    return {
      asset: id,
      orders,
      held: formatDecimal(amount, decimals),
      of_reserve: percentText(amount, free + amount),
    };
  });
}
