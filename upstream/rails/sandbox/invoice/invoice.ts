import type { InvoiceStatus } from "../../paypal/invoice-reading.ts";

/** One payment of an invoice, minor units. `isExternal`: recorded by the seller, not paid through PayPal. */
export type InvoicePayment = {
  id: string;
  amount: bigint;
  state: "pending" | "completed" | "failed";
  isExternal: boolean;
  at: Date;
};

/** A refund to the payer. `outgoingId`: our refund; null for one made at PayPal. */
type InvoiceRefund = { id: string; paymentId: string; amount: bigint; outgoingId: string | null; at: Date };

/** An invoice as PayPal stores it. Its status is derived from payments and refunds, so it cannot contradict them. */
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

/** A change PayPal would not make: paying a closed invoice, refunding more than was paid. */
export const impossible = "impossible";
export type Changed = Invoice | typeof impossible;

/** Never `SCHEDULED`, since our invoices are sent when they are created. */
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
/** The amount due; zero once a payment is pending or something was refunded. */
export function dueOn(invoice: Invoice): bigint {
  const open = invoice.amount - paidOn(invoice) - pendingOn(invoice);
  return isInvoicePayable(invoice) && open > 0n ? open : 0n;
}

/** While the payer's page accepts payments. */
export const isInvoicePayable = (invoice: Invoice) => ["SENT", "UNPAID", "PARTIALLY_PAID"].includes(statusOf(invoice));

/** A payment that PayPal has accepted, whatever the invoice's state: a pending one makes a cancelled invoice paid. */
export function withPayment(invoice: Invoice, payment: InvoicePayment): Changed {
  if (payment.amount <= 0n || invoice.payments.some(({ id }) => id === payment.id)) return impossible;
  return { ...invoice, isCancelled: false, payments: [...invoice.payments, payment] };
}

/**
 * What PayPal keeps of a payment when it is completed: 3.49 % and 49 cents, at most all of it. It is not given back when
 * the payment is refunded. Nothing of money that was paid elsewhere and only recorded.
 */
export function feeOf({ amount, state, isExternal }: InvoicePayment): bigint {
  if (state !== "completed" || isExternal) return 0n;
  const fee = (amount * 349n + 5_000n) / 10_000n + 49n;
  return fee < amount ? fee : amount;
}

/** A pending payment clears or fails. */
export function settled(invoice: Invoice, state: "completed" | "failed"): Changed {
  if (pendingOn(invoice) === 0n) return impossible;
  const payments = invoice.payments.map((payment) => (payment.state === "pending" ? { ...payment, state } : payment));
  return { ...invoice, payments };
}

/** Closes the invoice to payments; earlier payments stay until they are refunded. */
export function cancelled(invoice: Invoice): Changed {
  const isOpen = isInvoicePayable(invoice);
  return isOpen ? { ...invoice, isCancelled: true } : impossible;
}

/** Refunds a payment wholly or in part, at most what is left of it. */
export function withRefund(invoice: Invoice, refund: InvoiceRefund): Changed {
  return refund.amount > 0n && refund.amount <= leftOf(invoice, refund.paymentId)
    ? { ...invoice, refunds: [...invoice.refunds, refund] }
    : impossible;
}

/** The part of a payment that was not refunded. */
export function leftOf({ payments, refunds }: Invoice, paymentId: string): bigint {
  const payment = payments.find(({ id, state }) => id === paymentId && state === "completed");
  return (payment?.amount ?? 0n) - sum(refunds.filter((refund) => refund.paymentId === paymentId));
}

const isNoted = ({ state, isExternal }: InvoicePayment) => isExternal && state === "completed";
const sum = (rows: readonly { amount: bigint }[]) => rows.reduce((total, { amount }) => total + amount, 0n);
