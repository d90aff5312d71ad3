import { expect } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { account } from "../../../upstream/db/schema/ledger.ts";
import { book } from "../../../upstream/ledger/book.ts";
import { type LedgerState, plan } from "../../../upstream/ledger/plan.ts";
import { accountRule, accounts, type Booking } from "../../../upstream/ledger/rules/booking.ts";
import { type AccountState, availableOf, postedOf } from "../../../upstream/ledger/state.ts";
import { isRefusal } from "../../../upstream/shared/rules/refusal.ts";
import { bookingsOf, type Step } from "./ledger-histories.ts";
import { ModelLedger } from "./ledger-model.ts";
import { openOrders } from "./open-orders.ts";

/** A ledger under test: books a step, and returns its accounts. */
export type Ledger = { book(bookings: Booking[]): Promise<string>; accounts(): Promise<AccountState[]> };

/** Runs a history on the ledger and the model; after each step both must agree. */
export async function play(history: readonly Step[], ledger: Ledger): Promise<void> {
  const model = new ModelLedger();
  let past: Booking[] = [];
  for (const [place, step] of history.entries()) {
    const bookings = bookingsOf(step, place, model, past);
    const expected = model.book(bookings);
    expect(await ledger.book(bookings)).toBe(expected);
    if (expected === "ok") past = bookings;
    const stored = await ledger.accounts();
    const balances = new Map(stored.map((row) => [row.id, { posted: postedOf(row), free: availableOf(row) }]));
    for (const [name, balance] of model.balances()) {
      const storedBalance = balances.get(name) ?? { posted: 0n, free: 0n };
      if (storedBalance.posted !== balance.posted || storedBalance.free !== balance.free)
        expect({ name, ...storedBalance }).toEqual({ name, ...balance });
    }
    expectTruths(stored);
  }
}

/** Invariants of the ledger itself, independent of the model. */
function expectTruths(stored: readonly AccountState[]): void {
  const sum = (asset: string, of: (row: AccountState) => bigint) =>
    stored.filter((row) => row.asset === asset).reduce((total, row) => total + of(row), 0n);
  for (const asset of new Set(stored.map((row) => row.asset))) {
    expect(sum(asset, (row) => row.debitsPosted)).toBe(sum(asset, (row) => row.creditsPosted));
    expect(sum(asset, (row) => row.debitsPending)).toBe(sum(asset, (row) => row.creditsPending));
    const shortfall = stored.find(({ id }) => id === accounts.shortfall(asset));
    const reserve = stored.find(({ id }) => id === accounts.reserve(asset));
    if (shortfall && reserve && postedOf(shortfall) > 0n) expect(availableOf(reserve)).toBe(0n);
  }
  expect(stored.filter((row) => row.floor === "available" && availableOf(row) < 0n)).toEqual([]);
}

/** The rules alone, without a database. */
export function plannedLedger(): Ledger {
  let current: LedgerState = { accounts: new Map(), holds: new Map(), booked: new Map() };
  const open = (state: LedgerState, id: string, asset: string) => {
    const { normal, floor } = accountRule(id);
    const sums = { debitsPosted: 0n, creditsPosted: 0n, debitsPending: 0n, creditsPending: 0n };
    if (!state.accounts.has(id)) state.accounts.set(id, { id, asset, normal, floor, ...sums });
  };
  return {
    async book(bookings) {
      // A refused plan may have changed some rows, as in the database before the rollback.
      const next: LedgerState = {
        accounts: new Map([...current.accounts].map(([id, row]) => [id, { ...row }])),
        holds: new Map([...current.holds].map(([id, promise]) => [id, { ...promise }])),
        booked: new Map(current.booked),
      };
      for (const booking of bookings) {
        if (!("debit" in booking)) continue;
        const { debit, credit, asset } = booking;
        for (const id of [debit, credit, accounts.reserve(asset), accounts.shortfall(asset)]) open(next, id, asset);
      }
      const rows = plan(bookings, next);
      if (isRefusal(rows)) return rows.refused;
      current = next;
      return "ok";
    },
    accounts: async () => [...current.accounts.values()],
  };
}

/** The real one, with the orders of the histories. They move money between any two accounts: see `withoutFlows`. */
export async function storedLedger(db: Database): Promise<Ledger> {
  await openOrders(db, "AAAA", "BBBB");
  return {
    async book(bookings) {
      const result = await db.transaction((tx) => book(tx, bookings, new Date(0)));
      return isRefusal(result) ? result.refused : "ok";
    },
    accounts: () => db.orm.select().from(account),
  };
}
