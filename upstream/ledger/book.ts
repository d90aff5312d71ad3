import type { Tx } from "../db/database.ts";
import { pipeline } from "../db/pipeline.ts";
import type { transfer } from "../db/schema/ledger.ts";
import {
  insertAccounts,
  insertAndLockAccounts,
  insertTransfers,
  lockAccounts,
  selectTransfers,
  selectTransfersAndEnds,
} from "../db/sql/ledger-statements.ts";
import { isRefusal, type Refusal } from "../shared/rules/refusal.ts";
import { type LedgerState, plan } from "./plan.ts";
import { accountRule, accounts, type Booking } from "./rules/booking.ts";
import type { PendingTransfer } from "./state.ts";

/** Thrown by callers whose whole transaction must roll back when the ledger refuses; caught outside it. */
export class BookingRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`The ledger refused: ${refusal.refused}`);
    this.refusal = refusal;
  }
}

/**
 * Books all or nothing: creates new accounts, locks accounts in a fixed order, inserts the transfers; a database
 * trigger updates the sums. Idempotent by id. Refuses with `reserve_insufficient` (our reserve or the cash at a rail is
 * too low) or `insufficient_funds` (a customer's balance is) and has then written nothing, so the transaction may
 * continue. Throws for a hold that has ended or an id used for another transfer, which are bugs.
 */
export async function book(tx: Tx, bookings: readonly Booking[], now: Date): Promise<{ ok: true } | Refusal> {
  if (bookings.length === 0) return { ok: true };
  const rows = plan(bookings, await load(tx, bookings, now));
  if (isRefusal(rows)) return rows;
  const transfers = rows.map((row) => ({ ...row, at: now }));
  if (transfers.length > 0) await insertTransfers(tx, transfers);
  return { ok: true };
}

/**
 * Locks the accounts of these bookings until the transaction ends, as `book` will: for a booking whose amount is read from
 * one of them.
 */
export async function lockAccountsOf(tx: Tx, bookings: readonly Booking[], now: Date): Promise<void> {
  await openAndLock(tx, accountsOf(bookings, []), now);
}

async function load(tx: Tx, bookings: readonly Booking[], now: Date): Promise<LedgerState> {
  const pendingIds = bookings.flatMap((booking) => ("pendingId" in booking ? [booking.pendingId] : []));
  const ids = bookings.flatMap(({ id }) => [id, `${id}:shortfall`]);
  // Read before locking, to hold the locks briefly: transfers never change, and the database's unique keys catch one
  // that another transaction books meanwhile.
  if (pendingIds.length === 0) {
    const [there, locked] = await pipeline(selectTransfers(tx, ids), openAndLock(tx, accountsOf(bookings, []), now));
    return { ...readBooked(there), accounts: locked };
  }
  const before = readBooked(await selectTransfersAndEnds(tx, [...ids, ...pendingIds], pendingIds));
  return { ...before, accounts: await openAndLock(tx, accountsOf(bookings, [...before.holds.values()]), now) };
}

function readBooked(there: (typeof transfer.$inferSelect)[]): Pick<LedgerState, "booked" | "holds"> {
  const settledBy = new Map(there.map((row) => [row.pendingId, row.id]));
  const before: Pick<LedgerState, "booked" | "holds"> = { booked: new Map(), holds: new Map() };
  for (const { at: _at, seq: _seq, ...row } of there) {
    before.booked.set(row.id, row);
    const pending: PendingTransfer = { ...row, settledBy: settledBy.get(row.id) ?? null };
    if (row.kind === "pending") before.holds.set(row.id, pending);
  }
  return before;
}

/** Every account the bookings may change; reserve and shortfall of an asset always, because the shortfall is repaid. */
function accountsOf(
  bookings: readonly Booking[],
  pendingRows: { debitAccount: string; creditAccount: string; asset: string }[],
) {
  const ids = new Set<string>();
  const add = (debit: string, credit: string, asset: string) =>
    [debit, credit, accounts.reserve(asset), accounts.shortfall(asset)].map((id) => ids.add(id));
  for (const { debitAccount, creditAccount, asset } of pendingRows) add(debitAccount, creditAccount, asset);
  for (const booking of bookings) if ("debit" in booking) add(booking.debit, booking.credit, booking.asset);
  return [...ids];
}

/** Locks the accounts and creates those that do not exist. */
async function openAndLock(tx: Tx, ids: string[], now: Date): Promise<LedgerState["accounts"]> {
  const ofOrders = ids.filter((id) => accountRule(id).orderRef !== null);
  let locked =
    ofOrders.length > 0
      ? await insertAndLockAccounts(tx, newAccounts(ofOrders, now), ids)
      : await lockAccounts(tx, ids);
  if (locked.length < ids.length) {
    const existing = new Set(locked.map(({ id }) => id));
    const missing = ids.filter((id) => !existing.has(id));
    await insertAccounts(tx, newAccounts(missing, now));
    locked = await lockAccounts(tx, ids);
  }
  return new Map(locked.map((row) => [row.id, row]));
}

/** New accounts with the rules of their names; a name ends with its asset. */
function newAccounts(ids: string[], createdAt: Date) {
  return [...ids].sort().map((id) => ({ id, asset: id.slice(id.lastIndexOf(":") + 1), ...accountRule(id), createdAt }));
}
