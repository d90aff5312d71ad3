import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { deposit } from "../db/schema/wallets.ts";
import { available } from "../ledger/read.ts";
import type { AddressMoney } from "../ledger/rules/address-money.ts";
import { accounts } from "../ledger/rules/booking.ts";
import { smaller } from "../shared/rules/smaller.ts";
import { bookAll } from "./credit-deposit.ts";
import { addDebt } from "./debt.ts";
import type { DepositRow } from "./deposit-row.ts";
import type { WalletRow } from "./read-wallets.ts";
import { depositTakenBack } from "./rules/deposit-postings.ts";

/**
 * Books that a network has taken a final deposit back. From the member's money as far as it reaches, settling money
 * included and money on its way out not; the rest is a fact against our reserve, and the member's debt. `address`: where it
 * arrived, locked.
 */
export async function takeBackDeposit(
  tx: Tx,
  row: DepositRow,
  { wallet, address, now }: { wallet: WalletRow | undefined; address: AddressMoney | null; now: Date },
): Promise<void> {
  const final = { ...row, times: row.timesFinal };
  const isMembers = row.status === "credited" && row.memberId !== null;
  const heldFor = row.status === "checking" ? accounts.checking(row.asset) : accounts.unclaimed(row.asset);
  const holder = isMembers && row.memberId !== null ? accounts.member(row.memberId, row.asset) : heldFor;
  // What our team has sent to an account outside, or is sending, is not kept any more: what is kept there is of others.
  const here = row.status === "returned" ? 0n : await available(tx, holder);
  const covered = smaller(here, row.amount);
  const at = row.place === "deposits" ? address : null;
  await bookAll(tx, depositTakenBack(final, { holder, covered, address: at }), now);
  if (isMembers && wallet) await addDebt(tx, wallet, row.amount - covered);
  await tx.update(deposit).set({ status: "taken_back" }).where(eq(deposit.id, row.id));
}
