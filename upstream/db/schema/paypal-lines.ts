import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytes, minor, moment } from "./columns.ts";
import { rule } from "./constraints.ts";

/** A report that a person has imported (docs/paypal-by-hand.md). The same file is imported once for a time. */
export const paypalImport = pgTable(
  "paypal_import",
  {
    number: integer("number").primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the file. */
    digest: bytes("digest").notNull(),
    /** What it covers, the end not included. */
    fromAt: moment("from_at").notNull(),
    untilAt: moment("until_at").notNull(),
    lines: integer("lines").notNull(),
    importedBy: text("imported_by").notNull(),
    importedAt: moment("imported_at").notNull(),
  },
  (t) => [
    uniqueIndex("paypal_import_once").on(t.digest, t.fromAt, t.untilAt),
    rule("paypal_import_time", "from_at < until_at"),
    rule("paypal_import_digest", "octet_length(digest) = 32"),
  ],
);

/**
 * A transaction of PayPal as an import has it. A line that has changed since is a new row, and the old one says by which import it
 * was replaced. Minor units; below zero for what has left our account.
 */
export const paypalLine = pgTable(
  "paypal_line",
  {
    number: integer("number").primaryKey().generatedAlwaysAsIdentity(),
    import: integer("import")
      .notNull()
      .references(() => paypalImport.number),
    /** Its place in the file, the oldest first: for lines of one second. */
    position: integer("position").notNull(),
    tx: text("tx").notNull(),
    at: moment("at").notNull(),
    type: text("type").notNull(),
    status: text("status").notNull(),
    currency: text("currency").notNull(),
    gross: minor("gross").notNull(),
    /** What PayPal kept; below zero for what it has given back. */
    fee: minor("fee").notNull(),
    /** The other side's email, in small letters; empty once it was erased, null where PayPal names none. */
    account: text("account"),
    /** The transaction that it is about, of a refund, a return or a hold. */
    reference: text("reference"),
    /** Ours in this currency after it; null for a line that moves no money. */
    balance: minor("balance"),
    replacedBy: integer("replaced_by").references(() => paypalImport.number),
  },
  (t) => [
    uniqueIndex("paypal_line_current").on(t.tx).where(sql`replaced_by is null`),
    index("paypal_line_at").on(t.at),
    index("paypal_line_import").on(t.import),
  ],
);
