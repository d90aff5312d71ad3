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

  // Promises never change, so their accounts may be read before the lock; who settled them only after it.
  const promised =
    pendingIds.length > 0 ? await tx.select().from(transfer).where(inArray(transfer.id, pendingIds)) : [];
  const known: Known = {
    accounts: await lockAccounts(tx, touched(bookings, promised), now),
    promises: new Map(),
    booked: new Map(),
  };

  const there = await tx
    .select()
    .from(transfer)
    .where(or(inArray(transfer.id, ids), pendingIds.length > 0 ? inArray(transfer.pendingId, pendingIds) : undefined));
  const settledBy = new Map(there.map((row) => [row.pendingId, row.id]));
  for (const { at: _at, seq: _seq, ...row } of there) known.booked.set(row.id, row);
  for (const { at: _at, seq: _seq, ...row } of promised) {
    const promise: PromiseState = { ...row, settledBy: settledBy.get(row.id) ?? null };
    if (row.kind === "pending") known.promises.set(row.id, promise);
  }
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
  // In the order of their names, for everybody: two bookings can wait for each other, but never in a circle.
  const lock = () => tx.select().from(account).where(inArray(account.id, ids)).orderBy(account.id).for("no key update");
  let found = await lock();
  if (found.length < ids.length) {
    const there = new Set(found.map(({ id }) => id));
    const missing = ids.filter((id) => !there.has(id)).sort();
    await tx
      .insert(account)
      .values(missing.map((id) => opening(id, now)))
      .onConflictDoNothing();
    found = await lock();
  }
  return new Map(found.map((row) => [row.id, row]));
}

/** A new account, by the rule that its name says; the name ends with its asset. */
function opening(id: string, createdAt: Date): typeof account.$inferInsert {
  return { id, asset: id.slice(id.lastIndexOf(":") + 1), ...accountRule(id), createdAt };
}
