import { inArray, or } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { account, transfer } from "../db/schema/ledger.ts";
import { accountRule, accounts, type Booking } from "../domain/booking.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import { type Known, plan } from "./plan.ts";
import type { PromiseState } from "./state.ts";

/** For a caller whose whole transaction must not happen when the ledger refuses: throw it, catch it outside. */
export class BookingRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`The ledger refused: ${refusal.refused}`);
    this.refusal = refusal;
  }
}

/**
 * Books all of them or none: opens accounts it does not know, locks them in one order, inserts the transfers; the
 * database's own trigger moves the sums. Idempotent by id. Refuses with `reserve_insufficient` (our own money or
 * the cash at a rail is not there) or `insufficient_funds` (a customer's is not) and has then written nothing, so
 * the caller may book something else in the same transaction. A settled promise, or an id used for something else,
 * is a bug and throws.
 */
export async function book(tx: Tx, bookings: readonly Booking[], now: Date): Promise<{ ok: true } | Refusal> {
  if (bookings.length === 0) return { ok: true };
  const rows = plan(bookings, await load(tx, bookings, now));
  if (isRefusal(rows)) return rows;
  if (rows.length > 0) await tx.insert(transfer).values(rows.map((row) => ({ ...row, at: now })));
  return { ok: true };
}

async function load(tx: Tx, bookings: readonly Booking[], now: Date): Promise<Known> {
  const pendingIds = bookings.flatMap((booking) => ("pendingId" in booking ? [booking.pendingId] : []));
  const ids = bookings.flatMap(({ id }) => [id, `${id}:shortfall`]);
  const wanted = [
    inArray(transfer.id, [...ids, ...pendingIds]),
    ...(pendingIds.length > 0 ? [inArray(transfer.pendingId, pendingIds)] : []),
  ];
  // Before the lock, which is held as shortly as can be: a transfer never changes, and one that another transaction
  // books meanwhile takes an id, or ends a promise, that the database gives only once.
  const there = await tx
    .select()
    .from(transfer)
    .where(or(...wanted));
  const settledBy = new Map(there.map((row) => [row.pendingId, row.id]));
  const known: Known = { accounts: new Map(), promises: new Map(), booked: new Map() };
  for (const { at: _at, seq: _seq, ...row } of there) {
    known.booked.set(row.id, row);
    const promise: PromiseState = { ...row, settledBy: settledBy.get(row.id) ?? null };
    if (row.kind === "pending") known.promises.set(row.id, promise);
  }
  known.accounts = await lockAccounts(tx, touched(bookings, [...known.promises.values()]), now);
  return known;
}

/** Every account the bookings may move; the reserve and the shortfall of an asset always, for the repayment. */
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
  let found = theirs.length > 0 ? await openAndLock(tx, theirs, ids, now) : await lock(tx, ids);
  if (found.length < ids.length) {
    const there = new Set(found.map(({ id }) => id));
    const missing = ids.filter((id) => !there.has(id));
    await open(tx, missing, now);
    found = await lock(tx, ids);
  }
  return new Map(found.map((row) => [row.id, row]));
}

/**
 * One statement for an order's first booking, to which its accounts are new. It does not see what it opens itself, and
 * need not lock that: before the commit nobody else can.
 */
function openAndLock(tx: Tx, missing: string[], ids: string[], now: Date) {
  const opened = tx.$with("opened").as(open(tx, missing, now).returning());
  const known = tx.$with("known").as(lock(tx, ids));
  const both = tx.$with("both").as(tx.select().from(opened).unionAll(tx.select().from(known)));
  return tx.with(opened, known, both).select().from(both);
}

/** In the order of their names, for everybody: two bookings can wait for each other, but never in a circle. */
function lock(tx: Tx, ids: string[]) {
  return tx.select().from(account).where(inArray(account.id, ids)).orderBy(account.id).for("no key update");
}

function open(tx: Tx, ids: string[], now: Date) {
  const rows = [...ids].sort().map((id) => opening(id, now));
  return tx.insert(account).values(rows).onConflictDoNothing();
}

/** A new account, by the rule that its name says; the name ends with its asset. */
function opening(id: string, createdAt: Date): typeof account.$inferInsert {
  return { id, asset: id.slice(id.lastIndexOf(":") + 1), ...accountRule(id), createdAt };
}
