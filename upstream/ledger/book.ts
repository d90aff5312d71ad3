import type { Tx } from "../db/database.ts";
import { pipeline } from "../db/pipeline.ts";
import { insertAccounts, insertTransfers, loadLedger } from "../db/sql/ledger-statements.ts";
import type { Writes } from "../db/sql/writes.ts";
import { isRefusal, type Refusal } from "../shared/rules/refusal.ts";
import { type LedgerState, plan } from "./plan.ts";
import { accountRule, accounts, type Booking } from "./rules/booking.ts";
import type { PendingTransfer, TransferRow } from "./state.ts";

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
export async function book(
  tx: Tx,
  bookings: readonly Booking[],
  now: Date,
  { first = noWrites, check, last = noWrites }: Beside = {},
): Promise<{ ok: true } | Refusal> {
  const [state, refusal] = await pipeline(load(tx, bookings, now, first), check?.());
  const rows = plan(bookings, state);
  if (isRefusal(rows)) return rows;
  if (refusal) return refusal;
  const transfers = rows.map((row) => ({ ...row, at: now }));
  await insertTransfers(tx, transfers, last);
  return { ok: true };
}

/**
 * What belongs to a booking and saves round trips beside it. `first` is written before the accounts are locked, whatever the
 * ledger answers; `check` is asked while they are locked, before anything is booked; `last` is written with the transfers.
 */
export type Beside = { first?: Writes; check?: (() => Promise<Refusal | undefined>) | undefined; last?: Writes };

const noWrites: Writes = { parts: [] };

/**
 * Locks the accounts of these bookings until the transaction ends, as `book` will: for a booking whose amount is read from
 * one of them.
 */
export async function lockAccountsOf(tx: Tx, bookings: readonly Booking[], now: Date): Promise<void> {
  await openAndLock(tx, { ids: [], pendingIds: [], accountIds: accountsOf(bookings), first: noWrites }, now);
}

async function load(tx: Tx, bookings: readonly Booking[], now: Date, first: Writes): Promise<LedgerState> {
  if (bookings.length === 0) {
    await insertTransfers(tx, [], first);
    return { booked: new Map(), holds: new Map(), accounts: new Map() };
  }
  const pendingIds = bookings.flatMap((booking) => ("pendingId" in booking ? [booking.pendingId] : []));
  const ids = bookings.flatMap(({ id }) => [id, `${id}:shortfall`]);
  // Transfers never change, and the database's unique keys catch one that another transaction books meanwhile.
  const wanted = { ids, pendingIds, accountIds: accountsOf(bookings), first };
  const { transfers, accounts: locked } = await openAndLock(tx, wanted, now);
  return { ...readBooked(transfers), accounts: locked };
}

function readBooked(there: TransferRow[]): Pick<LedgerState, "booked" | "holds"> {
  const settledBy = new Map(there.map((row) => [row.pendingId, row.id]));
  const before: Pick<LedgerState, "booked" | "holds"> = { booked: new Map(), holds: new Map() };
  for (const row of there) {
    before.booked.set(row.id, row);
    const pending: PendingTransfer = { ...row, settledBy: settledBy.get(row.id) ?? null };
    if (row.kind === "pending") before.holds.set(row.id, pending);
  }
  return before;
}

/** Accounts that the bookings name; reserve and shortfall of an asset always, because the shortfall is repaid. */
function accountsOf(bookings: readonly Booking[]): string[] {
  const ids = bookings.flatMap((booking) => {
    if (!("debit" in booking)) return [];
    const { debit, credit, asset } = booking;
    return [debit, credit, accounts.reserve(asset), accounts.shortfall(asset)];
  });
  return [...new Set(ids)];
}

type Wanted = { ids: string[]; pendingIds: string[]; accountIds: string[]; first: Writes };

/** Locks the accounts, with those of the pending transfers, and creates those that do not exist. */
async function openAndLock(tx: Tx, wanted: Wanted, now: Date) {
  const ofOrders = wanted.accountIds.filter((id) => accountRule(id).orderRef !== null);
  let loaded = await loadLedger(tx, { ...wanted, newAccounts: newAccounts(ofOrders, now) });
  const existing = new Set(loaded.accounts.map(({ id }) => id));
  const missing = [...wanted.accountIds, ...shortfallsOf(loaded.transfers)].filter((id) => !existing.has(id));
  if (missing.length > 0) {
    await insertAccounts(tx, newAccounts(missing, now));
    const accountIds = [...new Set([...wanted.accountIds, ...missing])];
    loaded = await loadLedger(tx, { ...wanted, accountIds, newAccounts: [], first: noWrites });
  }
  return { ...loaded, accounts: new Map(loaded.accounts.map((row) => [row.id, row])) };
}

/** Of an asset that has never had a shortfall there is no account yet. */
const shortfallsOf = (transfers: readonly { asset: string }[]) => [
  ...new Set(transfers.flatMap(({ asset }) => [accounts.reserve(asset), accounts.shortfall(asset)])),
];

/** New accounts with the rules of their names; a name ends with its asset. */
function newAccounts(ids: string[], createdAt: Date) {
  return [...ids].sort().map((id) => ({ id, asset: id.slice(id.lastIndexOf(":") + 1), ...accountRule(id), createdAt }));
}
