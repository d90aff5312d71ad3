import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { brokenConstraint } from "../../../upstream/db/retry.ts";
import { type Violation, verify, violationsSeenBy } from "../../../upstream/ledger/verify.ts";
import { type BusyBooks, busyBooks } from "../../support/ledger/busy-books.ts";
import { ofAccounts } from "../../support/ledger/tamperings/accounts.ts";
import { ofDestinations } from "../../support/ledger/tamperings/destinations.ts";
import { ofFigures } from "../../support/ledger/tamperings/figures.ts";
import { type MoneyTampering, ofMoney } from "../../support/ledger/tamperings/money.ts";
import { ofOperators } from "../../support/ledger/tamperings/operators.ts";
import { ofOrders } from "../../support/ledger/tamperings/orders.ts";
import { ofPayments } from "../../support/ledger/tamperings/payments.ts";
import { ofQuotes } from "../../support/ledger/tamperings/quotes.ts";
import { ofSweeps } from "../../support/ledger/tamperings/sweeps.ts";
import { ofTransfers } from "../../support/ledger/tamperings/transfers.ts";
import { ofWallets } from "../../support/ledger/tamperings/wallets.ts";
import { ofWithdrawals } from "../../support/ledger/tamperings/withdrawals.ts";
import { scratchDatabase } from "../../support/service/database.ts";

const tamperings = [
  ...ofTransfers,
  ...ofAccounts,
  ...ofOrders,
  ...ofPayments,
  ...ofOperators,
  ...ofWallets,
  ...ofWithdrawals,
  ...ofDestinations,
  ...ofSweeps,
  ...ofFigures,
  ...ofQuotes,
];

let db: Database;
let books: BusyBooks;
beforeAll(async () => {
  db = await scratchDatabase();
  books = await busyBooks(db);
});
afterAll(() => db.close());

describe("operator ledger verify", () => {
  test("finds nothing wrong with busy books", async () => {
    expect(await verify(db)).toEqual([]);
  });

  test.each(tamperings)("finds $name", async ({ check, sql, says }) => {
    const { rows } = await db.query("select count(*) as transfers from transfer");
    const violations = await violationsAfter(sql(books));
    const named = violations.filter((violation) => violation.check === check);
    expect(violations.map((violation) => violation.check)).toContain(check);
    expect(named.map(({ sentence }) => sentence).join("\n")).toMatch(says(books));
    expect(violations.map(({ sentence }) => sentence).join("\n")).not.toMatch(/undefined|null|NaN/);
    // Undone: the next one meets the same books.
    expect((await db.query("select count(*) as transfers from transfer")).rows).toEqual(rows);
  });
});

describe("money moved by hand", () => {
  test.each(ofMoney)("is refused or named: $name", async (tampering) => {
    expect(await foundBy(tampering)).toContain(tampering.check);
  });
});

/** The constraint that refuses it, also at the commit; otherwise the checks that find it. */
async function foundBy({ sql, isPast }: MoneyTampering): Promise<string[]> {
  const undone = new Error("undone");
  let checks: string[] = [];
  const tampered = db.transaction(async (tx) => {
    const query = db.rawIn(tx);
    if (isPast) await query("set local session_replication_role = replica");
    await query(sql(books));
    await query("set local session_replication_role = origin; set constraints all immediate");
    const violations = await violationsSeenBy(query);
    expect(violations.map(({ sentence }) => sentence).join("\n")).not.toMatch(/undefined|NaN/);
    checks = violations.map(({ check }) => check);
    throw undone;
  });
  return tampered.catch((error: unknown) => {
    const constraint = brokenConstraint(error);
    if (error !== undone && constraint === undefined) throw error;
    return error === undone ? checks : [String(constraint)];
  });
}

/** Tampers as a superuser whom no trigger stops, verifies, and undoes it. */
async function violationsAfter(sql: string): Promise<Violation[]> {
  const undone = new Error("undone");
  let violations: Violation[] = [];
  const tampered = db.transaction(async (tx) => {
    const query = db.rawIn(tx);
    await query("set local session_replication_role = replica");
    await query(sql);
    await query("set local session_replication_role = origin");
    violations = await violationsSeenBy(query);
    throw undone;
  });
  await expect(tampered).rejects.toBe(undone);
  return violations;
}
