import { is } from "drizzle-orm";
import { getTableConfig, PgDialect, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { finalStatuses } from "../../../contract/order/order-states.ts";
import type { Database } from "../../../upstream/db/database.ts";
import { brokenConstraint } from "../../../upstream/db/retry.ts";
import * as schema from "../../../upstream/db/schema/index.ts";
import { brokenRows, rowsOfEveryTable } from "../../support/ledger/broken-rows.ts";
import { type BusyBooks, busyBooks } from "../../support/ledger/busy-books.ts";
import { attacks } from "../../support/ledger/ledger-attacks.ts";
import { scratchDatabase } from "../../support/service/database.ts";

const tables = Object.values(schema).flatMap((table) => (is(table, PgTable) ? [getTableConfig(table)] : []));
const dialect = new PgDialect();
/** The constraints that the code declares, by name: the text of a check, or the rule of a foreign key for deletions. */
const declared = new Map(
  tables.flatMap(({ checks, foreignKeys }) => [
    ...checks.map(({ name, value }) => [name, dialect.sqlToQuery(value).sql] as const),
    ...foreignKeys.map((key) => [key.getName(), key.onDelete ?? "no action"] as const),
  ]),
);
const onDelete: Record<string, string> = { cascade: "c", "set null": "n", "no action": "a" };
const isList = (text: string) => /^"\w+" in \(/.test(text);
const literals = (text: string) => [...text.matchAll(/'([^']*)'/g)].map(([, literal]) => literal).sort();

let db: Database;
let books: BusyBooks;
beforeAll(async () => {
  db = await scratchDatabase();
  books = await busyBooks(db);
  await db.query(rowsOfEveryTable(books));
});
afterAll(() => db.close());

describe("the constraints of the database", () => {
  test("are those that the code declares, with the same lists, and hold for every row", async () => {
    const { rows } = await db.query(`select conname as name, contype as type, convalidated as is_valid,
        confdeltype as on_delete, pg_get_constraintdef(c.oid) as text
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      where t.relnamespace = 'public'::regnamespace and contype in ('c', 'f')`);
    const rowByName = new Map(rows.map((row) => [String(row.name), row]));
    expect([...rowByName.keys()].sort()).toEqual([...declared.keys(), ...ofCauses].sort());
    for (const name of ofCauses) expect([name, rowByName.get(name)?.is_valid]).toEqual([name, true]);
    for (const [name, text] of declared) {
      const row = rowByName.get(name);
      expect([name, row?.is_valid]).toEqual([name, true]);
      if (row?.type === "f") expect([name, row.on_delete]).toEqual([name, onDelete[text]]);
      else if (isList(text)) expect([name, ...literals(String(row?.text))]).toEqual([name, ...literals(text)]);
    }
  });

  test("know the statuses that end an order", async () => {
    const { rows } =
      await db.query(`select pg_get_triggerdef(oid) as text from pg_trigger where tgname = 'order_ends_empty'
      union all select prosrc from pg_proc where proname in ('order_ends_empty', 'account_of_open_order')`);
    expect(rows).toHaveLength(3);
    for (const { text } of rows) {
      const list = String(text).match(/(?:IN|ANY) \(+(?:ARRAY\[)?([^)\]]*)[)\]]/)?.[1] ?? "";
      expect(literals(list)).toEqual([...finalStatuses].sort());
    }
  });

  test("each have a row below or an attack on the ledger that they refuse", () => {
    const tried = new Set([...brokenRows.map(([name]) => name), ...attacks.map(({ refusedBy }) => refusedBy)]);
    expect([...declared.keys()].filter((name) => !tried.has(name))).toEqual(untried);
  });

  test.each(brokenRows)("%s refuses a row", async (name, sql) => {
    const undone = new Error("undone");
    const broken = db.transaction(async (tx) => {
      await db.rawIn(tx)(sql(books));
      throw undone;
    });
    const outcome = await broken.catch((error: unknown) => (error === undone ? "accepted" : brokenConstraint(error)));
    expect(outcome).toBe(name);
  });
});

/** Of the causes of transfers: checked at the commit, which drizzle cannot declare. */
const ofCauses = [
  ...["payment_id_payment_id", "outgoing_id_outgoing_id", "deposit_id_deposit_id", "withdrawal_id_withdrawal_id"],
  ...["reward_id_reward_id", "affiliate_payout_id_affiliate_payout_id", "closing_id_account_closing_member_id"],
  ...["audit_id_audit_id", "caused_by_transfer_id"],
].map((name) => `transfer_${name}_fk`);

/** Implied by the floor of an account and by the rules of the transfers that move it; entries of wallets follow those. */
const untried = [
  "account_pending",
  "transfer_debit_account_account_id_fk",
  "transfer_credit_account_account_id_fk",
  "wallet_entry_type_check",
  "wallet_entry_amount",
  "wallet_entry_account_id_account_id_fk",
];
