import { and, asc, eq, gte, sql } from "drizzle-orm";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { asset, order, promoUse, transfer } from "../../db/schema/index.ts";
import { storedCosts } from "../../market/rules/costs.ts";
import { promoGain } from "../../market/rules/promo.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";

/**
 * What each code cost and brought, of orders that have it since then, by payout asset. `cost`: what customers got more by
 * it; `cashback`: what their wallets have got and not given back; `fees`: the service fees of the same orders;
 * `first_exchanges`: completed ones of customers, by email and by account, that had completed none.
 */
export async function promoReport({ db }: Pick<Context, "db">, since: Date | undefined): Promise<ShownRow[]> {
  const assets = new Map((await db.orm.select().from(asset)).map((row) => [row.id, row]));
  const decimalsOf = (id: string) => assets.get(id)?.decimals ?? 0;
  const groups = new Map<string, Group>();
  const cashbacks = await cashbackOfOrders(db);
  for (const { code, row, isFirst } of await uses(db, since)) {
    const key = `${code} ${row.toAsset}`;
    const group = groups.get(key) ?? newGroup(code, row.toAsset);
    groups.set(key, group);
    group.orders += 1;
    for (const { asset: id, amount } of cashbacks.get(row.ref) ?? [])
      group.cashback.set(id, (group.cashback.get(id) ?? 0n) + amount);
    if (row.status !== "completed") continue;
    const decimals = { fromDecimals: decimalsOf(row.fromAsset), toDecimals: decimalsOf(row.toAsset) };
    group.completed += 1;
    group.first += isFirst ? 1 : 0;
    group.cost += promoGain({ ...row, costs: storedCosts(row.costTerms) }, decimals);
    group.fees += row.serviceFee;
    group.turnoverCents += row.turnoverCents ?? 0n;
  }
  return [...groups.values()].map(({ code, asset: id, orders, completed, first, cashback, ...money }) => {
    const text = (minor: bigint) => formatDecimal(minor, decimalsOf(id));
    const turnover = formatDecimal(money.turnoverCents, 2);
    const back = [...cashback].map(([paid, amount]) => `${formatDecimal(amount, decimalsOf(paid))} ${paid}`).join(", ");
    const moved = { turnover_usd: turnover, cost: text(money.cost), cashback: back || "0", fees: text(money.fees) };
    return { code, asset: id, orders, completed, first_exchanges: first, ...moved };
  });
}

const nothing = { cost: 0n, fees: 0n, turnoverCents: 0n };
type Group = typeof nothing & {
  code: string;
  asset: string;
  orders: number;
  completed: number;
  first: number;
  cashback: Map<string, bigint>;
};

function newGroup(code: string, asset: string): Group {
  return { code, asset, orders: 0, completed: 0, first: 0, cashback: new Map(), ...nothing };
}

/** By order and asset, from the ledger: credits less what was taken back. */
async function cashbackOfOrders({ orm }: Context["db"]) {
  const amount = sql<string>`sum(case when ${transfer.creditAccount} like 'member:%' then ${transfer.amount}
    else -${transfer.amount} end)`;
  const rows = await orm
    .select({ ref: transfer.orderRef, asset: transfer.asset, amount })
    .from(transfer)
    .where(eq(transfer.code, "promo"))
    .groupBy(transfer.orderRef, transfer.asset);
  const byOrder = new Map<string, { asset: string; amount: bigint }[]>();
  for (const { ref, asset: id, amount: net } of rows) {
    if (ref !== null) byOrder.set(ref, [...(byOrder.get(ref) ?? []), { asset: id, amount: BigInt(net) }]);
  }
  return byOrder;
}

/** Without orders that ended unpaid: those gave their use back. */
function uses({ orm }: Context["db"], since: Date | undefined) {
  const isFirst = sql<boolean>`not exists (select 1 from exchange_order earlier
    where (earlier.mailbox = ${order.mailbox} or lower(earlier.email) = lower(${order.email}) or earlier.owner_id = ${order.ownerId})
      and earlier.status = 'completed' and earlier.created_at < ${order.createdAt})`;
  return orm
    .select({ code: promoUse.code, row: order, isFirst })
    .from(promoUse)
    .innerJoin(order, eq(order.ref, promoUse.orderRef))
    .where(and(since && gte(promoUse.at, since)))
    .orderBy(asc(promoUse.code), asc(order.toAsset));
}
