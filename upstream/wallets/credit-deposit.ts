import { and, eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { asset } from "../db/schema/market.ts";
import { deposit } from "../db/schema/wallets.ts";
import { book } from "../ledger/book.ts";
import type { AddressMoney } from "../ledger/rules/address-money.ts";
import type { Booking } from "../ledger/rules/booking.ts";
import { repayDebt } from "./debt.ts";
import type { DepositRow } from "./deposit-row.ts";
import type { WalletRow } from "./read-wallets.ts";
import { depositArrivalOf, depositArrives, depositReleased } from "./rules/deposit-postings.ts";

/**
 * `wallet`: locked; undefined once its account has been closed and erased. `address`: where it arrived, locked; null
 * where nothing is booked.
 */
type Circumstances = { wallet: WalletRow | undefined; address: AddressMoney | null; now: Date };

/**
 * Books a deposit that has become final: to its wallet, together with those that waited for the minimum; kept aside
 * where it is too small, in another asset, or for an account that is no more.
 */
export async function creditDeposit(tx: Tx, row: DepositRow, { wallet, address, now }: Circumstances): Promise<void> {
  const final = { ...row, times: row.timesFinal + 1 };
  const at = row.place === "deposits" ? address : null;
  const done = {
    finalAt: now,
    timesFinal: final.times,
    confirmations: row.confirmations,
    amount: row.amount,
    place: row.place,
  };
  if (!wallet || row.asset !== row.walletAsset) {
    await bookAll(tx, depositArrives(final, { memberId: null, address: at }), now);
    return save(tx, row, { ...done, status: "unclaimed" });
  }
  const waiting = await waitingDeposits(tx, wallet);
  const together = waiting.reduce((sum, { amount }) => sum + amount, row.amount);
  if (together < (await minimumOf(tx, row.asset))) {
    await bookAll(tx, depositArrives(final, { memberId: null, address: at }), now);
    return save(tx, row, { ...done, status: "collecting" });
  }
  const arrives = depositArrives(final, { memberId: wallet.memberId, address: at });
  const released = waiting.map((one) => depositReleased({ ...one, times: one.timesFinal }, wallet.memberId));
  await bookAll(tx, [...arrives, ...released], now);
  await save(tx, row, { ...done, status: "credited" });
  for (const one of waiting) await save(tx, one, { status: "credited" });
  await repayDebt(tx, wallet, depositArrivalOf(final), now);
}

/** Deposits of the wallet that are final and below the minimum. */
function waitingDeposits(tx: Tx, { memberId, asset: held }: WalletRow): Promise<DepositRow[]> {
  return tx
    .select()
    .from(deposit)
    .where(and(eq(deposit.memberId, memberId), eq(deposit.walletAsset, held), eq(deposit.status, "collecting")))
    .orderBy(deposit.seenAt, deposit.id)
    .for("update");
}

async function minimumOf(tx: Tx, id: string): Promise<bigint> {
  const [row] = await tx.select({ minDeposit: asset.minDeposit }).from(asset).where(eq(asset.id, id));
  return row?.minDeposit ?? 0n;
}

/** What has arrived at a rail is never refused. */
export async function bookAll(tx: Tx, bookings: Booking[], now: Date): Promise<void> {
  const booked = await book(tx, bookings, now);
  if ("refused" in booked) throw new Error(`The booking of a deposit was refused: ${booked.refused}`);
}

async function save(tx: Tx, { id }: DepositRow, next: Partial<DepositRow>): Promise<void> {
  await tx.update(deposit).set(next).where(eq(deposit.id, id));
}
