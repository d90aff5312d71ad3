import { eq } from "drizzle-orm";
import { order } from "../db/schema/orders.ts";
import type { OrderEvent, PaymentReport } from "../domain/order-event.ts";
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
import type { InvoiceReading } from "../ports/rail.ts";
import { type Applying, applyEvent } from "./apply-event.ts";
import type { OrderRow } from "./order-facts-query.ts";

/**
 * Reads an order's invoice again and lets the order hear all of it. What a rail's event says is never believed: PAID is
 * also sent for a part and for what is pending. Everything has an id, so hearing it again changes nothing; whoever is
 * told of a change calls this, however often. Answers the first refusal, if the order took something amiss; the rest
 * is told all the same. `not_found`: no order, or one that is not paid by an invoice (yet). Throws `RailUnavailable`.
 */
export async function followInvoice(ctx: Applying, ref: string): Promise<Refusal | undefined> {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (row?.payinMethod !== "paypal_invoice") return refuse("not_found");
  const reading = await ctx.rails.invoices.read({ ref });
  if (!reading) return refuse("not_found");
  let refusal: Refusal | undefined;
  for (const event of eventsOf(row, ctx.rails.invoices.id, reading, ctx.clock.now())) {
    const answer = await applyEvent(ctx, ref, event, "rail");
    if (isRefusal(answer)) refusal ??= answer;
  }
  return refusal;
}

/** Money first, then what was given back, then that nothing more can come. */
function eventsOf(row: OrderRow, rail: string, reading: InvoiceReading, now: Date): OrderEvent[] {
  const paid = reading.payments.map((payment) => paymentEvent(rail, row.fromAsset, payment));
  // Ours are told by the movement that asked for them: a refund must not be booked from both ends.
  const past = reading.refunds.filter(({ outgoingId }) => outgoingId === null);
  const back = past.map(({ id, paymentId, amount }): OrderEvent => {
    return { name: "refunded_at_rail", rail, refundId: id, railPaymentId: paymentId, amount };
  });
  return [...paid, ...back, ...(reading.status === "CANCELLED" ? [endOf(row, now)] : [])];
}

function paymentEvent(
  rail: string,
  asset: string,
  { id, amount, state }: InvoiceReading["payments"][number],
): OrderEvent {
  const payment: PaymentReport = {
    rail,
    railPaymentId: id,
    asset,
    amount,
    railFee: 0n,
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

/** An invoice that we took back at the end of its time ended by that, whoever notices first. */
function endOf({ status, expiresAt }: OrderRow, now: Date): OrderEvent {
  const isOver = status === "awaiting_payment" && expiresAt !== null && expiresAt <= now;
  return { name: isOver ? "window_ended" : "invoice_cancelled" };
}
