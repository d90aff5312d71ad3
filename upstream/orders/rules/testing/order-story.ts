import type { Booking } from "../../../ledger/rules/booking.ts";
import { isRefusal } from "../../../shared/rules/refusal.ts";
import { isDecision } from "../decide.ts";
import type { OrderEvent, PaymentReport } from "../order-event.ts";
import { apply, execute, executeInvoice, type OrderWorld, paying, paypalToUsdt, worldOf } from "./order-world.ts";

/** Expects each step to be accepted; returns the order's status. */
export function go(world: OrderWorld, ...events: OrderEvent[]): string {
  for (const event of events) {
    const result = apply(world, event);
    if (!isDecision(result)) {
      const why = isRefusal(result) ? result.refused : "it had happened";
      throw new Error(`${event.name} did not happen to an order ${statusOf(world)}: ${why}`);
    }
  }
  return statusOf(world);
}

/** The code of the refusal, or `unchanged`; throws when the event is accepted. */
export function refusalOf(world: OrderWorld, event: OrderEvent): string {
  const result = apply(world, event);
  if (isDecision(result)) throw new Error(`${event.name} happened`);
  return isRefusal(result) ? result.refused : "unchanged";
}

/** `completed`, or `on_hold amount_mismatch`. */
export const statusOf = ({ order }: OrderWorld) =>
  order.holdReason === null ? order.status : `${order.status} ${order.holdReason}`;

/** An executed order, USDT to PayPal: 500 USDT expected within 30 minutes, 480.08 dollars reserved. */
export function awaiting(): OrderWorld {
  const world = worldOf();
  go(world, execute);
  return world;
}

/** An invoice of 100 dollars, for 95.0225 USDT. */
export function invoiced(): OrderWorld {
  const world = worldOf(paypalToUsdt);
  go(world, executeInvoice);
  return world;
}

export const seen = (payment: PaymentReport): OrderEvent => ({ name: "payment_seen", payment });
export const final = (payment: PaymentReport): OrderEvent => ({ name: "payment_final", payment });
export const vanished = ({ rail, railPaymentId }: PaymentReport): OrderEvent => ({
  name: "payment_vanished",
  rail,
  railPaymentId,
});

/** Completes the pending payout or refund. */
export function send(world: OrderWorld, kind: "payout" | "refund"): string {
  go(world, { name: `${kind}_started` });
  const sending = world.outgoing.find(({ status }) => status === "sending");
  return go(world, { name: `${kind}_done`, outgoingId: sending?.id ?? "", txId: `tx-${kind}`, networkFee: null });
}

/** An order that was paid, exchanged and paid out. */
export function completed(world = awaiting()): OrderWorld {
  go(world, final(paying(world, "first", world.order.fromAmount)));
  send(world, "payout");
  return world;
}

/** The bookings of one event in short: `post conversion 500000000`. */
export function bookingsOf(world: OrderWorld, event: OrderEvent): string[] {
  const result = apply(world, event);
  return isDecision(result) ? result.bookings.map(inShort) : [];
}

function inShort(booking: Booking): string {
  if (booking.do === "void") return "void";
  return "code" in booking ? `${booking.do} ${booking.code} ${booking.amount}` : `${booking.do} ${booking.amount}`;
}
