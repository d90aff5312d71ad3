import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import type { depositStatuses } from "../../../contract/balance/balance-lists.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { asset, deposit, walletAddress } from "../../db/schema/index.ts";
import type { Context } from "../../ports/context.ts";
import { isReturnable } from "../../wallets/deposit-row.ts";
import type { ShownRow } from "../command.ts";

type Status = (typeof depositStatuses)[number];

/**
 * Deposits that no wallet has: of another asset than the member's address is for, or at an order's (`unclaimed`), or below the
 * minimum (`collecting`), which further deposits may still reach; without what could not be sent back. The longest kept first.
 */
export const unclaimedDeposits = (ctx: Pick<Context, "db">, limit: number): Promise<ShownRow[]> =>
  depositRows(ctx, ["unclaimed", "collecting"], limit, isReturnable);

/** Deposits in these statuses, the oldest first. */
export async function depositRows(
  ctx: Pick<Context, "db">,
  statuses: readonly Status[],
  limit: number,
  condition?: SQL,
): Promise<ShownRow[]> {
  const rows = await ctx.db.orm
    .select({ row: deposit, address: walletAddress.address, decimals: asset.decimals })
    .from(deposit)
    .innerJoin(walletAddress, eq(walletAddress.id, deposit.addressId))
    .innerJoin(asset, eq(asset.id, deposit.asset))
    .where(and(inArray(deposit.status, [...statuses]), condition))
    .orderBy(asc(deposit.seenAt), asc(deposit.id))
    .limit(limit);
  return rows.map(({ row, address, decimals }) => ({
    id: row.id,
    member: row.memberId,
    wallet: row.walletAsset,
    status: row.status,
    amount: `${formatDecimal(row.amount, decimals)} ${row.asset}`,
    rail: row.rail,
    tx: row.railPaymentId,
    address,
    since: (row.finalAt ?? row.seenAt).toISOString(),
  }));
}
