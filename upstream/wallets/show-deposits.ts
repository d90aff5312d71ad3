import { and, desc, eq } from "drizzle-orm";
import type { Deposit } from "../../contract/balance/wallets.ts";
import { explorerLink } from "../../contract/market/explorer-link.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import { deposit, walletAddress } from "../db/schema/wallets.ts";
import type { Context } from "../ports/context.ts";

const shown = 20;

/** The newest deposits to a wallet's addresses, whatever became of them. */
export async function depositsOf(
  { db, market, rails }: Pick<Context, "db" | "market" | "rails">,
  memberId: string,
  asset: string,
): Promise<Deposit[]> {
  const { assets } = await market.terms();
  const rows = await db.orm
    .select({ deposit, address: walletAddress.address })
    .from(deposit)
    .innerJoin(walletAddress, eq(walletAddress.id, deposit.addressId))
    .where(and(eq(deposit.memberId, memberId), eq(deposit.walletAsset, asset)))
    .orderBy(desc(deposit.seenAt), desc(deposit.id))
    .limit(shown);
  // A pending deposit gets no write for each block: its rail counts on.
  const pending = rows.filter(({ deposit: row }) => row.status === "pending");
  const progress = await rails.progress(
    pending.map(({ deposit: { id, rail, railPaymentId } }) => ({ id, orderRef: null, rail, railPaymentId })),
  );
  return rows.map(({ deposit: row, address }) => {
    const of = assets.find(({ id }) => id === row.asset);
    return {
      id: row.id,
      wallet: row.walletAsset,
      asset: row.asset,
      amount: formatDecimal(row.amount, of?.decimals ?? 0),
      status: row.status,
      address,
      confirmations: progress.get(row.id)?.confirmations ?? row.confirmations,
      required: row.required,
      tx: { id: row.railPaymentId, url: explorerLink(of?.explorerTx, row.railPaymentId) },
      seen_at: row.seenAt.toISOString(),
      final_at: row.finalAt?.toISOString() ?? null,
    };
  });
}
