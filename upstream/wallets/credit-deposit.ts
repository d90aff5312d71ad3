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
import { depositArrivalOf, depositArrives, depositChecked, depositReleased } from "./rules/deposit-postings.ts";

/**
 * `wallet`: locked; undefined once its account has been closed and erased. `address`: where it arrived, locked; null
 * where nothing is booked. `isListed`: its sender or owner may be a party who must not be served.
 */
type Circumstances = {
  wallet: WalletRow | undefined;
  address: AddressMoney | null;
  now: Date;
  isListed?: boolean;
};

/**
 * Books a deposit that has become final: to its wallet, together with those that waited for the minimum; kept aside
 * where it is too small, in another asset, or for an account that is no more; held where somebody has to look first.
 */
export async function creditDeposit(
  tx: Tx,
  row: DepositRow,
  { wallet, address, now, isListed = false }: Circumstances,
): Promise<void> {
  const final = { ...row, times: row.timesFinal + 1 };
  const at = row.place === "deposits" ? address : null;
  const done = {
    finalAt: now,
    timesFinal: final.times,
    confirmations: row.confirmations,
    amount: row.amount,
    place: row.place,
    sender: row.sender,
  };
  if (isListed) {
    await bookAll(tx, depositArrives(final, { to: "checking", address: at }), now);
    return save(tx, row, { ...done, status: "checking" });
  }
  const { status, waiting } = await destinationOf(tx, row, wallet);
  if (status !== "credited" || !wallet) {
    await bookAll(tx, depositArrives(final, { to: "unclaimed", address: at }), now);
    return save(tx, row, { ...done, status });
  }
  await bookAll(tx, [...depositArrives(final, { to: wallet, address: at }), ...releases(waiting, wallet)], now);
  await save(tx, row, { ...done, status });
  for (const waitingRow of waiting) await save(tx, waitingRow, { status });
  await repayDebt(tx, wallet, depositArrivalOf(final), now);
}

/** Books a checked deposit, `checking` and locked, to where it would have gone at once. */
export async function endDepositCheck(
  tx: Tx,
  row: DepositRow,
  { wallet, now }: Pick<Circumstances, "wallet" | "now">,
): Promise<DepositRow["status"]> {
  const final = { ...row, times: row.timesFinal };
  const { status, waiting } = await destinationOf(tx, row, wallet);
  if (status !== "credited" || !wallet) {
    await bookAll(tx, [depositChecked(final, "unclaimed")], now);
    await save(tx, row, { status });
    return status;
  }
  const checked = depositChecked(final, wallet);
  await bookAll(tx, [checked, ...releases(waiting, wallet)], now);
  await save(tx, row, { status });
  for (const waitingRow of waiting) await save(tx, waitingRow, { status });
  await repayDebt(tx, wallet, checked.id, now);
  return status;
}

/** Takes a deposit out of its check for good: kept as unclaimed, from where two people may pay it out. */
export async function keepCheckedDeposit(tx: Tx, row: DepositRow, now: Date): Promise<void> {
  await bookAll(tx, [depositChecked({ ...row, times: row.timesFinal }, "unclaimed")], now);
  await save(tx, row, { status: "unclaimed" });
}

type Destination = { status: "credited" | "collecting" | "unclaimed"; waiting: DepositRow[] };

/** Where a final deposit belongs, and those that waited for the minimum which it reaches. */
async function destinationOf(tx: Tx, row: DepositRow, wallet: WalletRow | undefined): Promise<Destination> {
  if (!wallet || row.asset !== row.walletAsset) return { status: "unclaimed", waiting: [] };
  const waiting = await waitingDeposits(tx, wallet);
  const together = waiting.reduce((sum, { amount }) => sum + amount, row.amount);
  if (together < (await minimumOf(tx, row.asset))) return { status: "collecting", waiting: [] };
  return { status: "credited", waiting };
}

const releases = (waiting: readonly DepositRow[], { memberId }: WalletRow) =>
  waiting.map((waitingDeposit) => depositReleased({ ...waitingDeposit, times: waitingDeposit.timesFinal }, memberId));

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
