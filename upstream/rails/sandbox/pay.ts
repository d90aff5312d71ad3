import { eq } from "drizzle-orm";
import type { SandboxEvent } from "../../../contract/order/order-states.ts";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { type order, payment, sandboxStep } from "../../db/schema/index.ts";
import { applyEvent } from "../../orders/apply-event.ts";
import { endPaymentWindow } from "../../orders/end-deadlines.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { leaseEnd, takeOver, updateUnderLease } from "./lease.ts";
import { payAtGateway } from "./nebulox/pay-at-once.ts";
import { type Network, networkOf, railId, transactionId } from "./network.ts";
import { runStep } from "./run-steps.ts";
import { detailsOf, type PaymentStep } from "./step.ts";
import { wrongAsset } from "./wrong-asset.ts";

type OrderRow = typeof order.$inferSelect;
export type PaymentEventName = Exclude<Extract<SandboxEvent, `pay_${string}`>, "pay_pending">;

/** Pays an order now: the first report is made immediately, the others follow. `typed` is a decimal amount or null. */
export async function payNow(
  ctx: Context,
  row: OrderRow,
  event: PaymentEventName,
  typed: string | null,
): Promise<Refusal | undefined> {
  const paidAsset = event === "pay_wrong_asset" ? wrongAsset(row.fromAsset) : row.fromAsset;
  const paid = (await ctx.market.terms()).assets.find(({ id }) => id === paidAsset);
  if (!paid) return refuse("invalid_transition", { extra: { current_status: row.status } });

  const before = await paidSoFar(ctx, row);
  const amount = typed === null ? typicalAmount(row, event, before.amount, paid) : parseAmount(typed, paid.decimals);
  if (typeof amount === "string") return refuseFields({ pointer: "/amount", code: amount });
  if (amount <= 0n) return refuse("invalid_transition", { extra: { current_status: row.status } });
  // Id derived from earlier payments: submitting twice is one payment.
  const id = event === "pay_exact" ? `exact-${row.ref}-${before.count}` : ctx.ids.newId("sbx");
  if (row.payinMethod === "hosted_gateway") {
    const isThere = await payAtGateway(ctx, row.ref, { asset: paidAsset, amount, vanishes: event === "pay_vanish" });
    return isThere ? undefined : refuse("invalid_transition", { extra: { current_status: row.status } });
  }
  const network = networkOf(paidAsset);
  if (!network) return refuse("invalid_transition", { extra: { current_status: row.status } });
  const pay: PlannedPayment = { step: event === "pay_vanish" ? "vanish" : "pay", asset: paidAsset, amount };
  // Leased from the start, so that the ticker does not run it while the first report is made here.
  const step = { ...plannedStep(id, row.ref, network, pay, paid.confirmations), dueAt: leaseEnd(ctx) };
  const [added] = await ctx.db.orm.insert(sandboxStep).values(step).onConflictDoNothing().returning();
  return added && runStep(ctx, added, ctx.env.SANDBOX_PACE_MS);
}

/** Ends the payment window, then pays: after the grace time as well. */
export async function payLate(ctx: Context, row: OrderRow, typed: string | null): Promise<Refusal | undefined> {
  const now = ctx.clock.now();
  if (row.expiresAt && (row.expiresAt > now || (row.graceUntil && row.graceUntil > now))) {
    const over = new Date(now.getTime() - 1);
    await endPaymentWindow(ctx.db, row.ref, over);
    if (row.status === "awaiting_payment") {
      const result = await applyEvent(ctx, row.ref, { name: "window_ended" }, "system");
      if (isRefusal(result)) return result;
    }
  }
  return payNow(ctx, row, "pay_late", typed);
}

/** Makes the unconfirmed payment vanish, or creates one that is seen once and vanishes. */
export async function vanish(ctx: Context, row: OrderRow, typed: string | null): Promise<Refusal | undefined> {
  const [running] = await takeOver(ctx, row.ref, ["pay"]);
  if (!running) return payNow(ctx, row, "pay_vanish", typed);
  const phase = running.details.phase === "0" ? "0" : "1";
  const vanishing = { ...running, step: "vanish", details: { ...running.details, phase } };
  const isOurs = await updateUnderLease(ctx, running, vanishing);
  return isOurs ? runStep(ctx, vanishing, ctx.env.SANDBOX_PACE_MS) : undefined;
}

type PlannedPayment = { step: PaymentStep["step"]; asset: string; amount: bigint };

/** A payment not reported yet; the same `id` is the same payment. */
export function plannedStep(id: string, ref: string, network: Network, pay: PlannedPayment, required: number) {
  const report = { rail: railId(network), railPaymentId: transactionId(network, id), railFee: 0n, confirmations: 0 };
  const { step, asset, amount } = pay;
  const details = detailsOf({ step, phase: 0, payment: { ...report, required, asset, amount } });
  return { id, orderRef: ref, step, details, doneAt: null };
}

type PaidAsset = { decimals: number; refundFee: bigint };

/** A typical amount for the event, minor units; undefined when nothing is due. */
function typicalAmount(row: OrderRow, event: PaymentEventName, paidBefore: bigint, paid: PaidAsset): bigint {
  const due = row.fromAmount;
  switch (event) {
    case "pay_exact":
      return due - paidBefore;
    case "pay_partial":
      return part(due, 60n);
    case "pay_over":
      return part(due, 110n);
    case "pay_wrong_asset":
      // Less would not hold the order.
      return paid.refundFee + 10n ** BigInt(paid.decimals);
    default:
      return due;
  }
}

const part = (amount: bigint, percent: bigint) => (amount * percent) / 100n || 1n;

/** The amount received or pending in the order's asset, and the number of payments. */
async function paidSoFar(ctx: Context, row: OrderRow): Promise<{ amount: bigint; count: number }> {
  const paid = await ctx.db.orm.select().from(payment).where(eq(payment.orderRef, row.ref));
  const counting = paid.filter(({ asset: of, status }) => of === row.fromAsset && status !== "vanished");
  return { amount: counting.reduce((sum, { amount }) => sum + amount, 0n), count: paid.length };
}
