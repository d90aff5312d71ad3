import { and, eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { wallet } from "../db/schema/wallets.ts";
import type { WalletRow } from "./read-wallets.ts";

/**
 * Locks a wallet until the transaction ends; undefined without one. Whoever takes money from a wallet, or decides by what
 * is in it, does so under this lock, after any order's and before the ledger's accounts.
 */
export async function lockWallet(tx: Tx, memberId: string, asset: string): Promise<WalletRow | undefined> {
  const [row] = await tx
    .select()
    .from(wallet)
    .where(and(eq(wallet.memberId, memberId), eq(wallet.asset, asset)))
    .for("update");
  return row;
}
