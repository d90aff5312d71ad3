import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { minor, moment } from "./columns.ts";

/** Amounts as decimal text of minor units. `isExternal`: the seller only noted it, it did not come through PayPal. */
type KeptPayment = {
  id: string;
  amount: string;
  state: "pending" | "completed" | "failed";
  isExternal: boolean;
  at: string;
};

/** `outgoingId`: which of our refunds it is; null for one that was made past us. */
type KeptRefund = { id: string; paymentId: string; amount: string; outgoingId: string | null; at: string };

/** The sandbox PayPal's own books: one invoice an order, with what its payer did. Our order knows nothing of this row. */
export const sandboxInvoice = pgTable(
  "sandbox_invoice",
  {
    /** As PayPal writes them, `INV2-...`; unguessable, since whoever has it may pay it. */
    id: text("id").primaryKey(),
    orderRef: text("order_ref").notNull(),
    asset: text("asset").notNull(),
    amount: minor("amount").notNull(),
    payer: text("payer"),
    isCancelled: boolean("is_cancelled").notNull(),
    payments: jsonb("payments").$type<KeptPayment[]>().notNull(),
    refunds: jsonb("refunds").$type<KeptRefund[]>().notNull(),
    /** One more with every change; what is beyond `reported` the order has not heard of yet. */
    version: integer("version").notNull(),
    reported: integer("reported").notNull(),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (t) => [uniqueIndex("sandbox_invoice_order").on(t.orderRef)],
);
