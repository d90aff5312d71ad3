import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { minor, moment } from "./columns.ts";

/**
 * One account holds one asset. The four sums are kept by the database itself as transfers come in;
 * `floor` says what it refuses: `posted` (posted balance below zero), `available` (also counting what is on hold).
 */
export const account = pgTable("account", {
  id: text("id").primaryKey(),
  asset: text("asset").notNull(),
  /** Which side makes the balance grow. */
  normal: text("normal", { enum: ["debit", "credit"] }).notNull(),
  floor: text("floor", { enum: ["none", "posted", "available"] }).notNull(),
  debitsPosted: minor("debits_posted").notNull().default(sql`0`),
  creditsPosted: minor("credits_posted").notNull().default(sql`0`),
  debitsPending: minor("debits_pending").notNull().default(sql`0`),
  creditsPending: minor("credits_pending").notNull().default(sql`0`),
  orderRef: text("order_ref"),
  createdAt: moment("created_at").notNull(),
});

/** Immutable. `post` and `void` settle the pending transfer they name, once; the rest of a part-posted hold is voided. */
export const transfer = pgTable(
  "transfer",
  {
    /** Chosen by the caller: the same id again is the same transfer. */
    id: text("id").primaryKey(),
    kind: text("kind", { enum: ["posted", "pending", "post", "void"] }).notNull(),
    debitAccount: text("debit_account")
      .notNull()
      .references(() => account.id),
    creditAccount: text("credit_account")
      .notNull()
      .references(() => account.id),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    code: text("code").notNull(),
    pendingId: text("pending_id"),
    orderRef: text("order_ref"),
    at: moment("at").notNull(),
  },
  (t) => [
    uniqueIndex("transfer_settles_once").on(t.pendingId).where(sql`pending_id is not null`),
    index("transfer_order").on(t.orderRef),
  ],
);
