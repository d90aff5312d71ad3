import {
  type SandboxEvent,
  type SandboxPayinEvent,
  sandboxPayinEvents,
} from "../../../../contract/order/order-states.ts";
import { parseAmount } from "../../../../contract/values/decimal.ts";
import type { order } from "../../../db/schema/index.ts";
import { applyEvent } from "../../../orders/apply-event.ts";
import { endRateLock } from "../../../orders/end-deadlines.ts";
import type { Context } from "../../../ports/context.ts";
import { type Refusal, refuse, refuseFields } from "../../../shared/rules/refusal.ts";
import { transactionId } from "../network.ts";
import { applyInvoiceChange, invoiceOfOrder } from "./apply-invoice-change.ts";
import {
  type Changed,
  cancelled,
  dueOn,
  type Invoice,
  type InvoicePayment,
  impossible,
  leftOf,
  settled,
  withPayment,
  withRefund,
} from "./invoice.ts";

type OrderRow = typeof order.$inferSelect;
type EventResult = Promise<Refusal | undefined>;

/** The other events do not concern the invoice. */
export const isInvoiceEvent = (event: SandboxEvent): event is SandboxPayinEvent =>
  sandboxPayinEvents.some((name) => name === event);

/**
 * Simulates payer and PayPal for one invoice. Without an amount each event uses a typical one. Refuses with
 * `invalid_transition` what PayPal would not do, such as paying in another currency.
 */
export async function simulateInvoiceEvent(
  ctx: Context,
  row: OrderRow,
  event: SandboxPayinEvent,
  typed: string | null,
): EventResult {
  const amount = typed === null ? null : parseAmount(typed, 2);
  if (typeof amount === "string") return refuseFields({ pointer: "/amount", code: amount });
  if (amount === 0n) return refuseFields({ pointer: "/amount", code: "below_min", meta: { min: "0.01" } });
  if (event === "pay_late") await endRate(ctx, row);
  const pay = payer(ctx, row.ref);
  const refusal = await applyInvoiceChange(ctx, row.ref, (invoice) => changeFor(invoice, event, amount, pay));
  return refusal?.refused === "invalid_transition" && refusal.extra === undefined
    ? refuse("invalid_transition", { extra: { current_status: row.status } })
    : refusal;
}

/** `isNoted`: the money was paid elsewhere, and the seller records it at PayPal. */
type Pay = (invoice: Invoice, state: InvoicePayment["state"], amount: bigint, isNoted?: boolean) => Changed;

function changeFor(invoice: Invoice, event: SandboxPayinEvent, amount: bigint | null, pay: Pay): Changed {
  const full = invoice.amount;
  switch (event) {
    case "pay_exact":
      // Including one that was pending when the invoice was cancelled.
      return pay(invoice, "completed", amount ?? (invoice.isCancelled ? full : dueOn(invoice)));
    case "pay_partial":
      return pay(invoice, "completed", amount ?? (full * 60n) / 100n);
    case "pay_over":
      return pay(invoice, "completed", amount ?? (full * 110n) / 100n);
    case "pay_again":
    case "pay_late":
      return pay(invoice, "completed", amount ?? full);
    case "pay_pending":
      return pay(invoice, "pending", amount ?? (invoice.isCancelled ? full : dueOn(invoice)));
    case "pay_vanish":
      return settled(invoice, "failed");
    case "confirm":
      return settled(invoice, "completed");
    case "invoice_cancelled":
      return cancelled(invoice);
    case "invoice_marked_paid":
      return pay(invoice, "completed", amount ?? dueOn(invoice), true);
    case "refunded_at_rail":
      return refundAll(invoice, amount);
    case "pay_wrong_asset":
      return impossible;
  }
}

/** The seller refunds at PayPal without us: an amount or everything; the newest payment first. */
function refundAll(invoice: Invoice, amount: bigint | null): Changed {
  let open = amount;
  let changed: Changed = impossible;
  let now = invoice;
  for (const payment of [...invoice.payments].reverse()) {
    const left = leftOf(now, payment.id);
    const part = open === null || open > left ? left : open;
    if (part <= 0n) continue;
    const id = transactionId("paypal", `refund-${invoice.id}-${now.refunds.length}`);
    changed = withRefund(now, { id, paymentId: payment.id, amount: part, outgoingId: null, at: payment.at });
    if (changed === impossible) return impossible;
    now = changed;
    if (open !== null) open -= part;
  }
  return open !== null && open > 0n ? impossible : changed;
}

/** Id derived from earlier payments: submitting twice is one payment. */
function payer(ctx: Context, ref: string): Pay {
  return (invoice, state, amount, isNoted = false) => {
    const id = transactionId("paypal", `${ref}-${invoice.payments.length}`);
    return withPayment(invoice, { id, amount, state, isExternal: isNoted, at: ctx.clock.now() });
  };
}

/** Ends the rate lock and the grace time; the invoice stays open. */
async function endRate(ctx: Context, { ref, rateLockedUntil, graceUntil, status }: OrderRow): Promise<void> {
  const now = ctx.clock.now();
  if ((rateLockedUntil ?? now) < now && (graceUntil ?? now) < now) return;
  const over = new Date(now.getTime() - 1);
  await endRateLock(ctx.db, ref, over);
  if (status === "awaiting_payment") await applyEvent(ctx, ref, { name: "rate_ended" }, "system");
}

/** Pays the amount due, if any. */
export async function payInvoice(ctx: Context, ref: string): Promise<void> {
  const invoice = await invoiceOfOrder(ctx, ref);
  const pay = payer(ctx, ref);
  if (invoice && dueOn(invoice) > 0n)
    await applyInvoiceChange(ctx, ref, (current) => pay(current, "completed", dueOn(current)));
}
