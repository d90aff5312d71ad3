import type { Tx } from "../db/database.ts";
import { pipeline } from "../db/pipeline.ts";
import { account, transfer } from "../db/schema/ledger.ts";
import { insertSql, runSql, sqlOf } from "../db/sql/raw-sql.ts";
import { accountRule, accounts, type Booking } from "../domain/ledger/booking.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import { type Known, plan } from "./plan.ts";
import type { PromiseState } from "./state.ts";

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
  const values = rows.flatMap((row) => transferred.values({ ...row, at: now }));
  if (rows.length > 0) await runSql(tx, transferred.text(rows.length), values);
  return { ok: true };
}

const transferred = insertSql(transfer, [
  ...(["id", "kind", "debitAccount", "creditAccount", "asset"] as const),
  ...(["amount", "code", "pendingId", "fact", "orderRef", "at"] as const),
]);
const transfers = sqlOf(transfer);
const known = `select ${transfers.columns} from ${transfers.table} where id = any($1::text[])`;
const knownOrSettled = `${known} or pending_id = any($2::text[])`;

async function load(tx: Tx, bookings: readonly Booking[], now: Date): Promise<Known> {
  const pendingIds = bookings.flatMap((booking) => ("pendingId" in booking ? [booking.pendingId] : []));
  const ids = bookings.flatMap(({ id }) => [id, `${id}:shortfall`]);
  // Read before locking, to hold the locks briefly: transfers never change, and the database's unique keys catch one
  // that another transaction books meanwhile.
  if (pendingIds.length === 0) {
    const [there, locked] = await pipeline(runSql(tx, known, [ids]), lockAccounts(tx, touched(bookings, []), now));
    return { ...bookedBefore(there), accounts: locked };
  }
  const before = bookedBefore(await runSql(tx, knownOrSettled, [[...ids, ...pendingIds], pendingIds]));
  return { ...before, accounts: await lockAccounts(tx, touched(bookings, [...before.promises.values()]), now) };
}

function bookedBefore(rows: Record<string, unknown>[]): Pick<Known, "booked" | "promises"> {
  const there = rows.map(transfers.read);
  const settledBy = new Map(there.map((row) => [row.pendingId, row.id]));
  const before: Pick<Known, "booked" | "promises"> = { booked: new Map(), promises: new Map() };
  for (const { at: _at, seq: _seq, ...row } of there) {
    before.booked.set(row.id, row);
    const promise: PromiseState = { ...row, settledBy: settledBy.get(row.id) ?? null };
    if (row.kind === "pending") before.promises.set(row.id, promise);
  }
  return before;
}

/** Every account the bookings may change; reserve and shortfall of an asset always, because the shortfall is repaid. */
function touched(
  bookings: readonly Booking[],
  promised: { debitAccount: string; creditAccount: string; asset: string }[],
) {
  const ids = new Set<string>();
  const both = (debit: string, credit: string, asset: string) =>
    [debit, credit, accounts.reserve(asset), accounts.shortfall(asset)].map((id) => ids.add(id));
  for (const { debitAccount, creditAccount, asset } of promised) both(debitAccount, creditAccount, asset);
  for (const booking of bookings) if ("debit" in booking) both(booking.debit, booking.credit, booking.asset);
  return [...ids];
}

async function lockAccounts(tx: Tx, ids: string[], now: Date): Promise<Known["accounts"]> {
  const theirs = ids.filter((id) => accountRule(id).orderRef !== null);
  let found = theirs.length > 0 ? await openAndLock(tx, theirs, ids, now) : await runSql(tx, locking, [ids]);
  if (found.length < ids.length) {
    const there = new Set(found.map(({ id }) => id));
    const missing = ids.filter((id) => !there.has(id));
    await runSql(tx, opening(missing.length), openings(missing, now));
    found = await runSql(tx, locking, [ids]);
  }
  return new Map(found.map(held.read).map((row) => [row.id, row]));
}

const held = sqlOf(account);
const opened = insertSql(account, ["id", "asset", "normal", "floor", "orderRef", "createdAt"]);
const opening = (accounts: number, first = 1) => `${opened.text(accounts, first)} on conflict do nothing`;
/** In name order for all callers, so that bookings never deadlock. */
const locking = `select ${held.columns} from ${held.table} where id = any($1::text[]) order by id for no key update`;

/**
 * One statement for an order's first booking, whose accounts are new. It does not see the accounts it creates; they
 * need no lock, being invisible to others before the commit.
 */
function openAndLock(tx: Tx, missing: string[], ids: string[], now: Date) {
  const text = `with opened as (${opening(missing.length, 2)} returning ${held.columns}), known as (${locking})
    select * from opened union all select * from known`;
  return runSql(tx, text, [ids, ...openings(missing, now)]);
}

/** New accounts with the rules of their names; a name ends with its asset. */
function openings(ids: string[], createdAt: Date): unknown[] {
  return [...ids].sort().flatMap((id) => {
    const asset = id.slice(id.lastIndexOf(":") + 1);
    return opened.values({ id, asset, ...accountRule(id), createdAt });
  });
}
