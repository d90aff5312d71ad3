import { eq, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import type { order } from "../db/schema/orders.ts";
import { wallet, walletSettling } from "../db/schema/wallets.ts";
import type { Decision, WalletCredit } from "../orders/rules/decision.ts";
import { addDebt, repayDebt } from "./debt.ts";
import { lockWallet } from "./lock-wallet.ts";
import type { WalletRow } from "./read-wallets.ts";

type OrderRow = Pick<typeof order.$inferSelect, "ref" | "ownerId">;
export type CreditedWallet = { row: WalletRow; credit: WalletCredit };

/**
 * Records what an order's decision does to its owner's wallets beside the transfers: when a credit settles, and what was
 * taken back of an earlier one. Before they are booked; returns the wallets, locked, that get something.
 */
export async function recordInWallet(
  tx: Tx,
  { ref, ownerId }: OrderRow,
  { credited, takenBack }: Pick<Decision, "credited" | "takenBack">,
): Promise<CreditedWallet[]> {
  if (ownerId === null) return [];
  const assets = [...credited, ...takenBack].map(({ asset }) => asset);
  const wallets = new Map<string, WalletRow>();
  for (const asset of [...new Set(assets)].sort()) {
    const row = await lockWallet(tx, ownerId, asset);
    if (row) wallets.set(asset, row);
  }
  for (const { transferId, asset, amount, settlesAt } of credited) {
    if (!settlesAt) continue;
    await tx.insert(walletSettling).values({ transferId, memberId: ownerId, asset, amount, orderRef: ref, settlesAt });
  }
  for (const { transferId, asset, taken, owed } of takenBack) {
    const more = { taken: sql`${walletSettling.taken} + ${taken}`, owed: sql`${walletSettling.owed} + ${owed}` };
    await tx.update(walletSettling).set(more).where(eq(walletSettling.transferId, transferId));
    const row = wallets.get(asset);
    if (!row) continue;
    await addDebt(tx, row, owed);
    wallets.set(asset, { ...row, debt: row.debt + owed });
  }
  return credited.flatMap((credit) => {
    const row = wallets.get(credit.asset);
    return row ? [{ row, credit }] : [];
  });
}

/** What came in repays what the member owes first. After the transfers are booked. */
export async function repayFromCredits(tx: Tx, wallets: readonly CreditedWallet[], now: Date): Promise<void> {
  for (const { row, credit } of wallets) {
    const current = wallets.length > 1 ? await lockWallet(tx, row.memberId, row.asset) : row;
    if (current) await repayDebt(tx, current, credit.transferId, now);
  }
}

/** The wallet that an order's cashback will go into; its deposit address is issued when the member asks for one. */
export async function openForCashback(tx: Tx, memberId: string, asset: string, now: Date): Promise<void> {
  await tx.insert(wallet).values({ memberId, asset, createdAt: now }).onConflictDoNothing();
}
