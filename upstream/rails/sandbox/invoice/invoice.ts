import type { InvoiceStatus } from "../../paypal/invoice-reading.ts";

/** One payment of an invoice, minor units. `isExternal`: the seller only noted it, it did not come through PayPal. */
export type InvoicePayment = {
  id: string;
  amount: bigint;
  state: "pending" | "completed" | "failed";
  isExternal: boolean;
  at: Date;
};

/** What went back to the payer. `outgoingId`: which of our refunds it is; null for one made past us. */
type InvoiceRefund = { id: string; paymentId: string; amount: bigint; outgoingId: string | null; at: Date };

/** An invoice as PayPal keeps it. Its status follows from what was paid and given back, so it can say nothing else. */
export type Invoice = {
  id: string;
  orderRef: string;
  asset: string;
  amount: bigint;
  payer: string | null;
  isCancelled: boolean;
  payments: readonly InvoicePayment[];
  refunds: readonly InvoiceRefund[];
};

/** A change that PayPal would not make: paying what is closed, giving back more than there is. */
export const impossible = "impossible";
export type Changed = Invoice | typeof impossible;

/** Never `SCHEDULED`: that is an invoice of a later date, and ours are sent when they are made. */
export function statusOf(invoice: Invoice): Exclude<InvoiceStatus, "SCHEDULED"> {
  const paid = paidOn(invoice);
  const back = refundedOn(invoice);
  if (back > 0n) return back >= paid ? "REFUNDED" : "PARTIALLY_REFUNDED";
  if (invoice.isCancelled) return "CANCELLED";
  if (pendingOn(invoice) > 0n) return "PAYMENT_PENDING";
  if (paid >= invoice.amount) return invoice.payments.some(isNoted) ? "MARKED_AS_PAID" : "PAID";
  if (paid > 0n) return "PARTIALLY_PAID";
  return invoice.payments.length > 0 ? "UNPAID" : "SENT";
}

export const paidOn = ({ payments }: Invoice) => sum(payments.filter(({ state }) => state === "completed"));
export const pendingOn = ({ payments }: Invoice) => sum(payments.filter(({ state }) => state === "pending"));
export const refundedOn = ({ refunds }: Invoice) => sum(refunds);
/** What is still to be paid; nothing once something is on its way or has gone back. */
export function dueOn(invoice: Invoice): bigint {
  const open = invoice.amount - paidOn(invoice) - pendingOn(invoice);
  return isPayable(invoice) && open > 0n ? open : 0n;
}

/** While the payer's page takes money. */
export const isPayable = (invoice: Invoice) => ["SENT", "UNPAID", "PARTIALLY_PAID"].includes(statusOf(invoice));

/** A payment that PayPal has, whatever the invoice was: one on its way when it was cancelled makes it paid after all. */
export function withPayment(invoice: Invoice, payment: InvoicePayment): Changed {
  if (payment.amount <= 0n || invoice.payments.some(({ id }) => id === payment.id)) return impossible;
  return { ...invoice, isCancelled: false, payments: [...invoice.payments, payment] };
}

/** What is pending clears, or fails. */
export function settled(invoice: Invoice, state: "completed" | "failed"): Changed {
  if (pendingOn(invoice) === 0n) return impossible;
  const payments = invoice.payments.map((payment) => (payment.state === "pending" ? { ...payment, state } : payment));
  return { ...invoice, payments };
}

/** Nothing can be paid by it any more; what was paid stays until it is given back. */
export function cancelled(invoice: Invoice): Changed {
  const isOpen = isPayable(invoice);
  return isOpen ? { ...invoice, isCancelled: true } : impossible;
}

/** Part or all of one payment goes back to whoever paid it, at most what is left of it. */
export function withRefund(invoice: Invoice, refund: InvoiceRefund): Changed {
  return refund.amount > 0n && refund.amount <= leftOf(invoice, refund.paymentId)
    ? { ...invoice, refunds: [...invoice.refunds, refund] }
    : impossible;
}

/** What of a payment has not gone back. */
export function leftOf({ payments, refunds }: Invoice, paymentId: string): bigint {
  const payment = payments.find(({ id, state }) => id === paymentId && state === "completed");
  return (payment?.amount ?? 0n) - sum(refunds.filter((refund) => refund.paymentId === paymentId));
}

const isNoted = ({ state, isExternal }: InvoicePayment) => isExternal && state === "completed";
const sum = (rows: readonly { amount: bigint }[]) => rows.reduce((total, { amount }) => total + amount, 0n);
