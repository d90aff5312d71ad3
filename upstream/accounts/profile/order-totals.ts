import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrderTotal } from "../../../contract/order/member-orders.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { order, payment } from "../../db/schema/orders.ts";
import { outgoing } from "../../db/schema/outgoing.ts";
import type { Context } from "../../ports/context.ts";

const sumOf = (column: typeof order.sent | typeof payment.amount | typeof outgoing.amount) =>
  sql<string>`coalesce(sum(${column}), 0)::text`;

/** What customers of these orders paid, got and were refunded, by asset in the market's order. */
export async function orderTotals(
  { db: { orm }, market }: Pick<Context, "db" | "market">,
  matching: SQL | undefined,
): Promise<OrderTotal[]> {
  const paid = await orm
    .select({ asset: payment.asset, sum: sumOf(payment.amount) })
    .from(payment)
    .innerJoin(order, eq(order.ref, payment.orderRef))
    .where(and(matching, eq(payment.status, "final")))
    .groupBy(payment.asset);
  const got = await orm
    .select({ asset: order.toAsset, sum: sumOf(order.sent) })
    .from(order)
    .where(matching)
    .groupBy(order.toAsset);
  const refunded = await orm
    .select({ asset: outgoing.asset, sum: sumOf(outgoing.amount) })
    .from(outgoing)
    .innerJoin(order, eq(order.ref, outgoing.orderRef))
    .where(and(matching, eq(outgoing.kind, "refund"), eq(outgoing.status, "sent")))
    .groupBy(outgoing.asset);
  const { assets } = await market.terms();
  return assets.flatMap(({ id, decimals }) => {
    const minor = (rows: { asset: string; sum: string }[]) =>
      BigInt(rows.find(({ asset }) => asset === id)?.sum ?? "0");
    const sums = { paid: minor(paid), got: minor(got), refunded: minor(refunded) };
    if (sums.paid === 0n && sums.got === 0n && sums.refunded === 0n) return [];
    const text = (sum: keyof typeof sums) => formatDecimal(sums[sum], decimals);
    return [{ asset: id, paid: text("paid"), got: text("got"), refunded: text("refunded") }];
  });
}
