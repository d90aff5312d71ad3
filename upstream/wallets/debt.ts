import { and, eq, gt } from "drizzle-orm";
import type { Orm, Tx } from "../db/database.ts";
import { wallet } from "../db/schema/wallets.ts";
import { book } from "../ledger/book.ts";
import { available } from "../ledger/read.ts";
import { accounts } from "../ledger/rules/booking.ts";
import { smaller } from "../shared/rules/smaller.ts";
import type { WalletRow } from "./read-wallets.ts";
import { debtRepaid } from "./rules/deposit-postings.ts";

/** Adds to what the member owes. Under the wallet's lock. */
export async function addDebt(tx: Tx, { memberId, asset, debt }: WalletRow, owed: bigint): Promise<void> {
  if (owed > 0n) await setDebt(tx, { memberId, asset }, debt + owed);
}

/** Repays debt from what has just come in, before anything else can use it. `cause`: the transfer that brought it. */
export async function repayDebt(tx: Tx, row: WalletRow, cause: string, now: Date): Promise<void> {
  const { memberId, asset, debt } = row;
  if (debt === 0n) return;
  const here = await available(tx, accounts.member(memberId, asset));
  const amount = smaller(here, debt);
  if (amount <= 0n) return;
  const booked = await book(tx, [debtRepaid(memberId, asset, amount, cause)], now);
  if ("refused" in booked) throw new Error(`The repayment of a debt was refused: ${booked.refused}`);
  await setDebt(tx, { memberId, asset }, debt - amount);
}

async function setDebt(tx: Tx, { memberId, asset }: Pick<WalletRow, "memberId" | "asset">, debt: bigint) {
  await tx
    .update(wallet)
    .set({ debt })
    .where(and(eq(wallet.memberId, memberId), eq(wallet.asset, asset)));
}

/** Whether the member owes us anything in any asset. While it is so, no money leaves. */
export async function hasDebts(reader: Pick<Orm, "select">, memberId: string): Promise<boolean> {
  const rows = await reader
    .select({ asset: wallet.asset })
    .from(wallet)
    .where(and(eq(wallet.memberId, memberId), gt(wallet.debt, 0n)));
  return rows.length > 0;
}
