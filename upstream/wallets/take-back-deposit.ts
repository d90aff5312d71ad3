import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { deposit } from "../db/schema/wallets.ts";
import { available, posted } from "../ledger/read.ts";
import { accounts, placeAccount } from "../ledger/rules/booking.ts";
import { whereIsPayment } from "../ledger/sweeps/payment-place.ts";
import { smaller } from "../shared/rules/smaller.ts";
import { bookAll } from "./credit-deposit.ts";
import { addDebt } from "./debt.ts";
import type { DepositRow } from "./deposit-row.ts";
import type { WalletRow } from "./read-wallets.ts";
import { depositArrivalOf, depositTakenBack } from "./rules/deposit-postings.ts";

/**
 * Books that a network has taken a final deposit back. From the member's money as far as it reaches, settling money
 * included and money on its way out not; the rest is a fact against our reserve, and the member's debt.
 */
export async function takeBackDeposit(
  tx: Tx,
  row: DepositRow,
  { wallet, now }: { wallet: WalletRow | undefined; now: Date },
): Promise<void> {
  const final = { ...row, times: row.timesFinal };
  const isMembers = row.status === "credited" && row.memberId !== null;
  const holder =
    isMembers && row.memberId !== null ? accounts.member(row.memberId, row.asset) : accounts.unclaimed(row.asset);
  // What our team has sent to an account outside, or is sending, is not kept any more: what is kept there is of others.
  const here = row.status === "returned" ? 0n : await available(tx, holder);
  const covered = smaller(here, row.amount);
  const there = await posted(tx, placeAccount(row.place, row.rail, row.asset));
  const lies = row.place === "deposits" ? await whereIsPayment(tx, row, depositArrivalOf(final)) : notSwept;
  await bookAll(tx, depositTakenBack(final, { holder, covered, there, lies }), now);
  if (isMembers && wallet) await addDebt(tx, wallet, row.amount - covered);
  await tx.update(deposit).set({ status: "taken_back" }).where(eq(deposit.id, row.id));
}

/** A rail that pays out from where money arrives has no sweeps. */
const notSwept = { at: "unknown" } as const;
