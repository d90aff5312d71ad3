import { and, asc, eq, gte, sql } from "drizzle-orm";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Context } from "../../context.ts";
import { asset, order, promoUse } from "../../db/schema/index.ts";
import { promoGain } from "../../domain/pricing/promo.ts";
import type { ShownRow } from "../command.ts";

/**
 * What each code cost and brought, of orders that have it since then, by payout asset. `cost`: what customers got more by
 * it; `fees`: the service fees of the same orders; `first_exchanges`: completed ones of e-mails that had completed none.
 */
export async function promoReport({ db }: Pick<Context, "db">, since: Date | undefined): Promise<ShownRow[]> {
  const assets = new Map((await db.orm.select().from(asset)).map((row) => [row.id, row]));
  const decimalsOf = (id: string) => assets.get(id)?.decimals ?? 0;
  const groups = new Map<string, Group>();
  for (const { code, row, isFirst } of await uses(db, since)) {
    const key = `${code} ${row.toAsset}`;
    const group = groups.get(key) ?? { code, asset: row.toAsset, orders: 0, completed: 0, first: 0, ...nothing };
    groups.set(key, group);
    group.orders += 1;
    if (row.status !== "completed") continue;
    const decimals = { fromDecimals: decimalsOf(row.fromAsset), toDecimals: decimalsOf(row.toAsset) };
    group.completed += 1;
    group.first += isFirst ? 1 : 0;
    group.cost += promoGain(row, decimals);
    group.fees += row.serviceFee;
    group.turnoverCents += row.turnoverCents ?? 0n;
  }
  return [...groups.values()].map(({ code, asset: id, orders, completed, first, ...money }) => {
    const text = (minor: bigint) => formatDecimal(minor, decimalsOf(id));
    const turnover = formatDecimal(money.turnoverCents, 2);
    const moved = { turnover_usd: turnover, cost: text(money.cost), fees: text(money.fees) };
    return { code, asset: id, orders, completed, first_exchanges: first, ...moved };
  });
}

const nothing = { cost: 0n, fees: 0n, turnoverCents: 0n };
type Group = typeof nothing & { code: string; asset: string; orders: number; completed: number; first: number };

/** Without orders that ended unpaid: those gave their use back. */
function uses({ orm }: Context["db"], since: Date | undefined) {
  const isFirst = sql<boolean>`not exists (select 1 from exchange_order earlier
    where lower(earlier.email) = lower(${order.email}) and earlier.status = 'completed'
      and earlier.created_at < ${order.createdAt})`;
  return orm
    .select({ code: promoUse.code, row: order, isFirst })
    .from(promoUse)
    .innerJoin(order, eq(order.ref, promoUse.orderRef))
    .where(and(since && gte(promoUse.at, since)))
    .orderBy(asc(promoUse.code), asc(order.toAsset));
}
