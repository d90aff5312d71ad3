import { and, eq, gt, inArray, or, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { account } from "../db/schema/ledger.ts";
import { deposit, wallet } from "../db/schema/wallets.ts";

/**
 * Deletes a member's wallets when the account is closed; false, and nothing deleted, while there is money in one, on its
 * way out or coming in, or a debt. What arrives later is kept as unclaimed.
 */
export async function closeWallets(tx: Tx, memberId: string): Promise<boolean> {
  const held = await tx.select().from(wallet).where(eq(wallet.memberId, memberId)).for("update");
  if (held.some(({ debt }) => debt > 0n)) return false;
  if (await hasMoney(tx, memberId)) return false;
  await tx.delete(wallet).where(eq(wallet.memberId, memberId));
  return true;
}

/** Money in a wallet or on its way out, or a deposit that is not final. */
async function hasMoney(tx: Pick<Tx, "select">, memberId: string): Promise<boolean> {
  const posted = sql`${account.creditsPosted} - ${account.debitsPosted}`;
  const held = await tx.select({ asset: wallet.asset }).from(wallet).where(eq(wallet.memberId, memberId));
  const ids = held.map(({ asset }) => `member:${memberId}:${asset}`);
  if (ids.length === 0) return false;
  const [full] = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(inArray(account.id, ids), or(gt(posted, sql`0`), gt(account.debitsPending, 0n))))
    .limit(1);
  if (full) return true;
  const [coming] = await tx
    .select({ id: deposit.id })
    .from(deposit)
    .where(and(eq(deposit.memberId, memberId), eq(deposit.status, "pending")))
    .limit(1);
  return coming !== undefined;
}
