import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Orm } from "../../db/database.ts";
import { asset, order, reward, transfer } from "../../db/schema/index.ts";
import type { TransferCode } from "../../ledger/rules/booking.ts";

/**
 * What moved our own money (reserve less shortfall), by a key and by kind. `amount`: minor units of `asset`, negative for
 * money that left us. `orders`: how many orders caused it.
 */
export type OwnFlow = { key: string; asset: string; code: TransferCode; amount: bigint; orders: number };

const [from, to] = [alias(asset, "from_asset"), alias(asset, "to_asset")];
const isOwn = (column: typeof transfer.debitAccount | typeof transfer.creditAccount) =>
  sql`(${column} like 'reserve:%' or ${column} like 'shortfall:%')`;
/** A transfer between reserve and shortfall changes nothing. */
const movesOwn = and(
  inArray(transfer.kind, ["posted", "post"]),
  sql`${isOwn(transfer.creditAccount)} <> ${isOwn(transfer.debitAccount)}`,
);
/** The transfers of a reward name it, and no order. */
const isOfReward = eq(reward.id, transfer.rewardId);
const sign = sql`case when ${isOwn(transfer.creditAccount)} then 1 else -1 end`;
const isPayinAsset = sql`coalesce(${transfer.asset} = ${order.fromAsset}, false)`;
/** Exact in NUMERIC; cut to whole minor units once per transfer, so that sums by any key agree. */
const worth = sql`case when ${isPayinAsset}
  then trunc(${transfer.amount} * ${order.referenceRate}::numeric * ('1e' || (${to.decimals} - ${from.decimals}))::numeric)
  else ${transfer.amount} end`;

export const byOrder = sql<string>`${transfer.orderRef}`;
export const byDay = sql<string>`to_char(${transfer.at} at time zone 'UTC', 'YYYY-MM-DD')`;
export const byPair = sql<string>`coalesce(${order.pairId}, ${reward.pairId}, 'no order')`;
export const byAsset = sql<string>`${transfer.asset}`;

/** Flows in the asset they were booked in: their sum is the ledger's balance. */
export const bookedFlows = (orm: Orm, key: SQL<string>, where?: SQL) =>
  read(orm, key, transfer.asset, transfer.amount, where);

/**
 * The same, with money in an order's pay-in asset valued in its payout asset at the reference rate of its quote. Money in
 * a third asset, such as gas, keeps its asset.
 */
export const valuedFlows = (orm: Orm, key: SQL<string>, where?: SQL) =>
  read(orm, key, sql`case when ${isPayinAsset} then ${order.toAsset} else ${transfer.asset} end`, worth, where);

async function read(
  orm: Orm,
  key: SQL<string>,
  valued: SQL | typeof transfer.asset,
  amount: SQL | typeof transfer.amount,
  where: SQL | undefined,
): Promise<OwnFlow[]> {
  const rows = await orm
    .select({
      key,
      asset: sql<string>`${valued}`,
      code: transfer.code,
      amount: sql<string>`sum(${sign} * ${amount})::text`,
      orders: sql<number>`count(distinct ${transfer.orderRef})::int`,
    })
    .from(transfer)
    .leftJoin(order, eq(order.ref, transfer.orderRef))
    .leftJoin(reward, isOfReward)
    .leftJoin(from, eq(from.id, order.fromAsset))
    .leftJoin(to, eq(to.id, order.toAsset))
    .where(and(movesOwn, where))
    .groupBy(sql`1`, sql`2`, transfer.code)
    .orderBy(sql`1`, sql`2`, transfer.code);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** Movements of our own money that are neither income nor cost. */
const ofOwners: ReadonlySet<TransferCode> = new Set(["funding", "profit_taken"]);
export const isProfit = ({ code }: OwnFlow) => !ofOwners.has(code);
export const total = (flows: readonly OwnFlow[]) => flows.reduce((sum, { amount }) => sum + amount, 0n);
