/** Invoice statuses, as PayPal names them. */
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

/** An invoice's full state; amounts in minor units. A webhook only causes the invoice to be read again. */
export type InvoiceReading = {
  status: InvoiceStatus;
  payments: readonly { id: string; amount: bigint; state: "pending" | "completed" | "failed" }[];
  /** `outgoingId`: our refund; null for one made at PayPal directly. */
  refunds: readonly { id: string; paymentId: string; amount: bigint; outgoingId: string | null }[];
};

/** Reads invoices. `read` returns null where none was issued, and throws `RailUnavailable`. */
export type InvoiceReader = { id: string; read(input: { ref: string }): Promise<InvoiceReading | null> };
