import { eq } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { order } from "../../db/schema/orders.ts";
import type { OrderEvent, PaymentReport } from "../../orders/rules/order-event.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ReportEvent } from "../../ports/rail.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import type { InvoiceReader, InvoiceReading, ReadPayment } from "./invoice-reading.ts";

type OrderRow = typeof order.$inferSelect;

/**
 * Reads an order's invoice and reports all of it to the order. The content of a webhook is not trusted: PAID is also
 * sent for partial and pending payments. Everything has an id, so a repeated report changes nothing. Returns the
 * order's first refusal; the rest is reported all the same. `not_found`: no order, or none with an invoice yet. Throws
 * `RailUnavailable`.
 */
export async function followInvoice(
  { db, clock }: { db: Database; clock: Pick<Clock, "now"> },
  invoices: InvoiceReader,
  ref: string,
  report: ReportEvent,
): Promise<Refusal | undefined> {
  const [row] = await db.orm.select().from(order).where(eq(order.ref, ref));
  const isDraft = row?.payinMethod === null;
  if (!row || (!isDraft && row.payinMethod !== "paypal_invoice")) return refuse("not_found");
  const reading = await invoices.read({ ref });
  // PayPal sends an invoice to the payer itself, who may pay it although the order was not executed.
  if (!reading || (isDraft && reading.payments.length === 0)) return refuse("not_found");
  let refusal: Refusal | undefined;
  for (const event of eventsOf(row, invoices.id, reading, clock.now())) {
    const refused = await report(ref, event);
    refusal ??= refused;
  }
  return refusal;
}

/** Payments first, then refunds, then the end of the invoice. */
function eventsOf(row: OrderRow, rail: string, reading: InvoiceReading, now: Date): OrderEvent[] {
  const paid = reading.payments.map((payment) => paymentEvent(rail, row.fromAsset, payment));
  // Our own refunds are reported by their payout rail and must not be booked twice.
  const direct = reading.refunds.filter(({ outgoingId }) => outgoingId === null);
  const back = direct.map(({ id, paymentId, amount }): OrderEvent => {
    return { name: "refunded_at_rail", rail, refundId: id, railPaymentId: paymentId, amount };
  });
  const isEnd = reading.status === "CANCELLED" && row.payinMethod !== null;
  return [...paid, ...back, ...(isEnd ? [endOf(row, now)] : [])];
}

function paymentEvent(rail: string, asset: string, { id, amount, fee, state }: ReadPayment): OrderEvent {
  const payment: PaymentReport = {
    rail,
    railPaymentId: id,
    asset,
    amount,
    railFee: fee,
    confirmations: 0,
    required: 0,
  };
  switch (state) {
    case "pending":
      return { name: "payment_seen", payment };
    case "completed":
      return { name: "payment_final", payment };
    case "failed":
      return { name: "payment_vanished", rail, railPaymentId: id };
  }
}

/** An invoice that we withdrew at its deadline has expired; any other was cancelled. */
function endOf({ status, expiresAt }: OrderRow, now: Date): OrderEvent {
  const isOver = status === "awaiting_payment" && expiresAt !== null && expiresAt <= now;
  return { name: isOver ? "window_ended" : "invoice_cancelled" };
}
