import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { deposit } from "../db/schema/wallets.ts";
import { bookAll } from "./credit-deposit.ts";
import { repayDebt } from "./debt.ts";
import type { DepositRow } from "./deposit-row.ts";
import { lockWallet } from "./lock-wallet.ts";
import { depositReleased } from "./rules/deposit-postings.ts";

/**
 * Credits a deposit that is kept aside to a member's wallet for its asset, from then on as any of that wallet's: what the
 * member owes is repaid first, and what a network takes back comes from there.
 */
export async function assignDeposit(
  tx: Tx,
  { id, asset }: Pick<DepositRow, "id" | "asset">,
  memberId: string,
  now: Date,
): Promise<"assigned" | "no_wallet" | "not_waiting"> {
  const wallet = await lockWallet(tx, memberId, asset);
  if (!wallet) return "no_wallet";
  const [row] = await tx.select().from(deposit).where(eq(deposit.id, id)).for("update");
  if (row?.status !== "unclaimed" && row?.status !== "collecting") return "not_waiting";
  const released = depositReleased({ ...row, times: row.timesFinal }, memberId);
  await bookAll(tx, [released], now);
  await tx.update(deposit).set({ memberId, walletAsset: asset, status: "credited" }).where(eq(deposit.id, id));
  await repayDebt(tx, wallet, released.id, now);
  return "assigned";
}
