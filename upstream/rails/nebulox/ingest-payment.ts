import { and, eq, lt } from "drizzle-orm";
import type { GatewayPayment } from "../../../contract/order/gateway.ts";
import { parseDecimal } from "../../../contract/values/decimal.ts";
import type { Database, Tx } from "../../db/database.ts";
import { asset, gatewayEvent, gatewayPayment, order, payment } from "../../db/schema/index.ts";
import type { EventOf } from "../../orders/rules/order-event.ts";
import { normalTransactionId } from "../../orders/rules/transaction-id.ts";
import type { ReportEvent } from "../../ports/rail.ts";
import { isRefusal, type Refusal, refuse } from "../../shared/rules/refusal.ts";
import type { RailDesk } from "../registration.ts";
import { type GatewaySessionRow, nebulox } from "./sessions.ts";

/** The webhook event of the report, if any; it takes effect once. */
export type EventMark = { id: string; bodyHash: string };

type Desk = Pick<RailDesk, "db" | "clock">;

/**
 * Reports one payment of the gateway to its order. A version that is not newer than the last one, and an event
 * processed before, change nothing; both are recorded in the transaction of their effect, under the order's lock.
 * Refuses `validation_failed` for an impossible payment, and `invalid_transition` where the order cannot accept it.
 */
export async function ingestPayment(
  desk: Desk,
  { orderRef }: GatewaySessionRow,
  reported: GatewayPayment,
  mark: EventMark | null,
  report: ReportEvent,
): Promise<Refusal | undefined> {
  const event = await eventOf(desk.db, orderRef, reported);
  if (isRefusal(event)) return event;
  const { railPaymentId: id } = "payment" in event ? event.payment : event;
  const now = desk.clock.now();
  return report(
    orderRef,
    event,
    async (tx) => (await isFirst(tx, mark, now)) && (await isNewer(tx, { ...reported, id }, now)),
  );
}

/** The payer cancelled at the gateway, so an order without a payment is cancelled. */
export async function ingestCancelled(
  { db, clock }: Desk,
  { orderRef, pageUrl }: GatewaySessionRow,
  mark: EventMark | null,
  report: ReportEvent,
): Promise<void> {
  const [row] = await db.orm.select({ url: order.payinRedirectUrl }).from(order).where(eq(order.ref, orderRef));
  // An older session of the same order, for an amount no longer due.
  if (row?.url !== pageUrl) return;
  // Refused when there is a payment or the order has ended: then there is nothing to cancel.
  await report(orderRef, { name: "invoice_cancelled" }, (tx) => isFirst(tx, mark, clock.now()));
}

type PaymentEvent = EventOf<"payment_seen" | "payment_final" | "payment_vanished" | "payment_reversed">;

async function eventOf(db: Database, orderRef: string, reported: GatewayPayment): Promise<PaymentEvent | Refusal> {
  const [paid] = await db.orm.select().from(asset).where(eq(asset.id, reported.asset));
  if (!paid) return refuse("validation_failed");
  const amount = parseDecimal(reported.amount, paid.decimals);
  const railFee = parseDecimal(reported.fee, paid.decimals);
  if (typeof amount === "string" || typeof railFee === "string") return refuse("validation_failed");
  if (amount === 0n || railFee > amount) return refuse("validation_failed");
  const { asset: paidAsset, confirmations, required } = reported;
  const railPaymentId = normalTransactionId(paid, reported.id);
  const [bookedPayment] = await db.orm
    .select({ orderRef: payment.orderRef })
    .from(payment)
    .where(and(eq(payment.rail, nebulox), eq(payment.railPaymentId, railPaymentId)));
  if (bookedPayment && bookedPayment.orderRef !== orderRef) return refuse("validation_failed");
  const report = { rail: nebulox, railPaymentId, asset: paidAsset, amount, railFee, confirmations, required };
  switch (reported.status) {
    case "seen":
    case "final":
      return { name: `payment_${reported.status}`, payment: report };
    case "vanished":
    case "reversed":
      return { name: `payment_${reported.status}`, rail: nebulox, railPaymentId };
  }
}

async function isFirst(tx: Tx, mark: EventMark | null, now: Date): Promise<boolean> {
  if (!mark) return true;
  const row = { gateway: nebulox, ...mark, receivedAt: now };
  const marked = await tx.insert(gatewayEvent).values(row).onConflictDoNothing().returning({ id: gatewayEvent.id });
  return marked.length > 0;
}

/**
 * Events may arrive out of order: an older event must not bring back a vanished payment. Keeps the confirmations, which
 * the order is not told.
 */
async function isNewer(tx: Tx, { id, version, confirmations }: GatewayPayment, now: Date): Promise<boolean> {
  const newest = { version, confirmations, reportedAt: now };
  const written = await tx
    .insert(gatewayPayment)
    .values({ gateway: nebulox, id, ...newest })
    .onConflictDoUpdate({
      target: [gatewayPayment.gateway, gatewayPayment.id],
      set: newest,
      setWhere: lt(gatewayPayment.version, version),
    })
    .returning({ id: gatewayPayment.id });
  return written.length > 0;
}
