import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { minor, moment } from "./columns.ts";
import { rule, withDraft } from "./constraints.ts";
import { order } from "./orders.ts";

/** Amounts as decimal text of minor units. `isExternal`: recorded by the seller, not paid through PayPal. */
type KeptPayment = {
  id: string;
  amount: string;
  state: "pending" | "completed" | "failed";
  isExternal: boolean;
  at: string;
};

/** `outgoingId`: our refund; null for one made at the rail. */
type KeptRefund = { id: string; paymentId: string; amount: string; outgoingId: string | null; at: string };

/**
 * The simulated PayPal's own data: one invoice per order, with the payer's actions. Our orders never read it directly.
 */
export const sandboxInvoice = pgTable(
  "sandbox_invoice",
  {
    /** PayPal's format, `INV2-...`; unguessable, since anyone who has it may pay it. */
    id: text("id").primaryKey(),
    orderRef: text("order_ref")
      .notNull()
      .references(() => order.ref, withDraft),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    payer: text("payer"),
    isCancelled: boolean("is_cancelled").notNull(),
    payments: jsonb("payments").$type<KeptPayment[]>().notNull(),
    refunds: jsonb("refunds").$type<KeptRefund[]>().notNull(),
    /** Incremented with every change; changes above `reported` were not reported to the order yet. */
    version: integer("version").notNull(),
    reported: integer("reported").notNull(),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("sandbox_invoice_order").on(t.orderRef),
    rule("sandbox_invoice_amount", "amount > 0 and reported <= version"),
  ],
);
