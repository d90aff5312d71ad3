import { eq, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import type { order } from "../db/schema/orders.ts";
import { walletSettling } from "../db/schema/wallets.ts";
import type { Decision } from "../domain/decision.ts";
import { addDebt } from "./debt.ts";
import { lockWallet } from "./lock-wallet.ts";
import type { WalletRow } from "./read-wallets.ts";

type OrderRow = Pick<typeof order.$inferSelect, "ref" | "ownerId">;

/**
 * Records what an order's decision does to its owner's wallet beside the transfers: when a payout settles, and what was
 * taken back of it. Before they are booked; returns the wallet, locked, or undefined where none is concerned.
 */
export async function recordInWallet(
  tx: Tx,
  { ref, ownerId }: OrderRow,
  { credited, takenBack }: Pick<Decision, "credited" | "takenBack">,
): Promise<WalletRow | undefined> {
  const asset = credited?.asset ?? takenBack?.asset;
  if (ownerId === null || asset === undefined) return undefined;
  const wallet = await lockWallet(tx, ownerId, asset);
  if (credited?.settlesAt) {
    const { transferId, amount, settlesAt } = credited;
    await tx.insert(walletSettling).values({ transferId, memberId: ownerId, asset, amount, orderRef: ref, settlesAt });
  }
  if (takenBack) {
    const { taken, owed } = takenBack;
    const more = { taken: sql`${walletSettling.taken} + ${taken}`, owed: sql`${walletSettling.owed} + ${owed}` };
    await tx.update(walletSettling).set(more).where(eq(walletSettling.orderRef, ref));
    if (wallet) await addDebt(tx, wallet, owed);
  }
  return wallet;
}
