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

/**
 * A payment of an invoice. PayPal shows state and fee at its capture: `fee` is `paypal_fee` of the capture's
 * `seller_receivable_breakdown`, in the payment's currency. 0 before the payment is completed, and for one that the
 * seller recorded, which has no capture.
 */
export type ReadPayment = { id: string; amount: bigint; fee: bigint; state: "pending" | "completed" | "failed" };

/** An invoice's full state; amounts in minor units. A webhook only causes the invoice to be read again. */
export type InvoiceReading = {
  status: InvoiceStatus;
  payments: readonly ReadPayment[];
  /** `outgoingId`: our refund; null for one made at PayPal directly. */
  refunds: readonly { id: string; paymentId: string; amount: bigint; outgoingId: string | null }[];
};

/** Reads invoices. `read` returns null where none was issued, and throws `RailUnavailable`. */
export type InvoiceReader = { id: string; read(input: { ref: string }): Promise<InvoiceReading | null> };
