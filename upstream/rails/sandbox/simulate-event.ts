import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { OrderStatus, SandboxEvent } from "../../../contract/order/order-states.ts";
import { type order, outgoing, sandboxStep } from "../../db/schema/index.ts";
import { applyEvent } from "../../orders/apply-event.ts";
import type { OrderEvent } from "../../orders/rules/order-event.ts";
import { advance } from "../../payouts/advance.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { dispute } from "./dispute.ts";
import { isInvoiceEvent, simulateInvoiceEvent } from "./invoice/simulate-invoice-event.ts";
import { isHeld, takeOver, updateUnderLease } from "./lease.ts";
import { moveRate } from "./move-rate.ts";
import { type PaymentEventName, payLate, payNow, vanish } from "./pay.ts";
import { runStep } from "./run-steps.ts";

export type SimulatedOrderRow = typeof order.$inferSelect;
type EventResult = Promise<Refusal | undefined>;

/**
 * Simulates an event for one order. Later steps of a payment follow automatically, one per SANDBOX_PACE_MS. Refuses
 * `invalid_transition` when the event is impossible, and invalid amounts.
 */
export async function simulateEvent(
  ctx: Context,
  row: SimulatedOrderRow,
  event: SandboxEvent,
  amount: string | null,
): EventResult {
  if (row.status === "draft") return impossible(row);
  if (row.payinMethod === "paypal_invoice" && isInvoiceEvent(event))
    return simulateInvoiceEvent(ctx, row, event, amount);
  switch (event) {
    // Events of invoices only.
    case "pay_pending":
    case "invoice_cancelled":
    case "invoice_marked_paid":
    case "refunded_at_rail":
      return impossible(row);
    case "pay_exact":
    case "pay_partial":
    case "pay_over":
    case "pay_again":
    case "pay_wrong_asset":
      return payNow(ctx, row, event satisfies PaymentEventName, amount);
    case "pay_late":
      return payLate(ctx, row, amount);
    case "pay_vanish":
      return vanish(ctx, row, amount);
    case "confirm":
      return completeNow(ctx, row, ["pay", "vanish"]);
    case "payout_ok":
      return settleNow(ctx, row, "payout");
    case "refund_ok":
      return settleNow(ctx, row, "refund");
    case "payout_returned":
      return returnPayout(ctx, row);
    case "refund_failed":
      return refuseMovement(ctx, row, "refund");
    case "rate_move":
      return moveRate(ctx, row.pairId, amount);
    case "review_hold":
    case "review_clear":
      return applyRailEvent(ctx, row, { name: event });
    case "dispute_opened":
    case "dispute_won":
    case "dispute_lost":
      return dispute(ctx, row, event, amount);
  }
}

function impossible(row: SimulatedOrderRow): Refusal {
  return refuse("invalid_transition", { extra: { current_status: row.status } });
}

async function applyRailEvent(ctx: Context, row: SimulatedOrderRow, event: OrderEvent): EventResult {
  const result = await applyEvent(ctx, row.ref, event, "rail");
  return isRefusal(result) ? result : undefined;
}

/** Completes everything in progress for this order immediately. */
async function completeNow(ctx: Context, row: SimulatedOrderRow, kinds: string[], only?: SQL): EventResult {
  const steps = await takeOver(ctx, row.ref, kinds, only);
  if (steps.length === 0) return impossible(row);
  for (const [at, step] of steps.entries()) {
    const refusal = at === 0 || (await isHeld(ctx, step)) ? await runStep(ctx, step, 0) : undefined;
    if (refusal) return refusal;
  }
}

async function settleNow(ctx: Context, row: SimulatedOrderRow, kind: "payout" | "refund"): EventResult {
  const moving = await movements(ctx, row, kind, "sending");
  // Its job may not have sent it yet.
  for (const { id } of moving) await advance(ctx, id);
  return completeNow(ctx, row, ["settle"], settles(moving));
}

const settles = (moving: { id: string }[]) =>
  inArray(
    sql`${sandboxStep.details}->>'outgoing'`,
    moving.map(({ id }) => id),
  );

/** A sent payout is returned; a pending or future one is refused. */
async function returnPayout(ctx: Context, row: SimulatedOrderRow): EventResult {
  const [sent] = await movements(ctx, row, "payout", "sent");
  if (!sent) return refuseMovement(ctx, row, "payout");
  const now = ctx.clock.now();
  const step = { id: ctx.ids.newId("sbx"), orderRef: row.ref, step: "return_payout", dueAt: now, doneAt: now };
  await ctx.db.orm.insert(sandboxStep).values({ ...step, details: { outgoing: sent.id } });
  await advance(ctx, sent.id);
}

/** Statuses after which nothing is sent. */
const settledStatuses: readonly OrderStatus[] = ["completed", "refunded", "failed", "charged_back"];

async function refuseMovement(ctx: Context, row: SimulatedOrderRow, kind: "payout" | "refund"): EventResult {
  const now = ctx.clock.now();
  const moving = await movements(ctx, row, kind, "sending");
  const isOver = settledStatuses.includes(row.status);
  if (!isOver && (await isRefusalRequested(ctx, row, kind, moving))) return;
  const [step] = await takeOver(ctx, row.ref, ["settle"], settles(moving));
  if (!step) return impossible(row);
  await updateUnderLease(ctx, step, { step: `refuse_${kind}`, doneAt: now });
  await advance(ctx, step.details.outgoing ?? "");
}

/**
 * Requests that the next transfer of this order is refused, unless one was sent already. The broadcast locks its movement
 * too, so it either has sent or finds the request.
 */
function isRefusalRequested(
  ctx: Context,
  row: SimulatedOrderRow,
  kind: "payout" | "refund",
  moving: { id: string }[],
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const ids = moving.map(({ id }) => id);
    await tx.select({ id: outgoing.id }).from(outgoing).where(inArray(outgoing.id, ids)).for("update");
    const isOpen = and(eq(sandboxStep.step, "settle"), isNull(sandboxStep.doneAt), settles(moving));
    const [sent] = await tx.select({ id: sandboxStep.id }).from(sandboxStep).where(isOpen);
    if (sent) return false;
    const request = { step: `refuse_${kind}`, details: {}, dueAt: ctx.clock.now() };
    await tx.insert(sandboxStep).values({ ...request, id: ctx.ids.newId("sbx"), orderRef: row.ref });
    return true;
  });
}

function movements(ctx: Context, row: SimulatedOrderRow, kind: "payout" | "refund", status: "sending" | "sent") {
  return ctx.db.orm
    .select({ id: outgoing.id, asset: outgoing.asset })
    .from(outgoing)
    .where(and(eq(outgoing.orderRef, row.ref), eq(outgoing.kind, kind), eq(outgoing.status, status)));
}
