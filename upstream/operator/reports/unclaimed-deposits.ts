import { asc, eq, inArray } from "drizzle-orm";
import type { depositStatuses } from "../../../contract/balance/balance-lists.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { asset, deposit, walletAddress } from "../../db/schema/index.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";

type Status = (typeof depositStatuses)[number];

/**
 * Deposits to members' addresses that no wallet has: of another asset than the address is for (`unclaimed`), or below the
 * minimum (`collecting`), which further deposits may still reach. The longest kept first.
 */
export const unclaimedDeposits = (ctx: Pick<Context, "db">, limit: number): Promise<ShownRow[]> =>
  depositRows(ctx, ["unclaimed", "collecting"], limit);

/** Deposits in these statuses, the oldest first. */
export async function depositRows(
  ctx: Pick<Context, "db">,
  statuses: readonly Status[],
  limit: number,
): Promise<ShownRow[]> {
  const rows = await ctx.db.orm
    .select({ kept: deposit, address: walletAddress.address, decimals: asset.decimals })
    .from(deposit)
    .innerJoin(walletAddress, eq(walletAddress.id, deposit.addressId))
    .innerJoin(asset, eq(asset.id, deposit.asset))
    .where(inArray(deposit.status, [...statuses]))
    .orderBy(asc(deposit.seenAt), asc(deposit.id))
    .limit(limit);
  return rows.map(({ kept, address, decimals }) => ({
    id: kept.id,
    member: kept.memberId,
    wallet: kept.walletAsset,
    status: kept.status,
    amount: `${formatDecimal(kept.amount, decimals)} ${kept.asset}`,
    rail: kept.rail,
    tx: kept.railPaymentId,
    address,
    since: (kept.finalAt ?? kept.seenAt).toISOString(),
  }));
}
