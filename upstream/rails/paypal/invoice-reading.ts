/** What an invoice can be, in PayPal's words. */
export type InvoiceStatus =
  | "SENT"
  | "UNPAID"
  | "SCHEDULED"
  | "PARTIALLY_PAID"
  | "PAYMENT_PENDING"
  | "PAID"
  | "MARKED_AS_PAID"
  | "CANCELLED"
  | "PARTIALLY_REFUNDED"
  | "REFUNDED";

/** An invoice as a whole; amounts in minor units. A rail's event only says that the invoice is to be read again. */
export type InvoiceReading = {
  status: InvoiceStatus;
  payments: readonly { id: string; amount: bigint; state: "pending" | "completed" | "failed" }[];
  /** `outgoingId`: which of our refunds it is; null for one that was made at PayPal directly. */
  refunds: readonly { id: string; paymentId: string; amount: bigint; outgoingId: string | null }[];
};

/** Reads invoices. `read` answers null where none was issued, and throws `RailUnavailable`. */
export type InvoiceReader = { id: string; read(input: { ref: string }): Promise<InvoiceReading | null> };
