import { and, eq, isNull, ne } from "drizzle-orm";
import type { SandboxEvent } from "../../../contract/order-states.ts";
import type { Context } from "../../context.ts";
import { asset, order, payment, sandboxStep } from "../../db/schema/index.ts";
import { parseAmount } from "../../domain/money.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../domain/refusal.ts";
import { applyEvent } from "../../orders/apply.ts";
import { type Network, networkOf, railId, transactionId } from "./network.ts";
import { leaseSeconds, runStep } from "./run-steps.ts";
import { detailsOf, type PaymentStep } from "./step.ts";

type OrderRow = typeof order.$inferSelect;
export type PaymentEventName = Extract<SandboxEvent, `pay_${string}`>;

/** Pays into an order, now: the first report is made at once, the others follow. `typed` is a decimal amount or null. */
export async function payNow(
  ctx: Context,
  row: OrderRow,
  event: PaymentEventName,
  typed: string | null,
): Promise<Refusal | undefined> {
  const paidAsset = event === "pay_wrong_asset" ? wrongAsset(row.fromAsset) : row.fromAsset;
  const [paid] = await ctx.db.orm.select().from(asset).where(eq(asset.id, paidAsset));
  if (!paid) return refuse("invalid_transition", { extra: { current_status: row.status } });

  const amount =
    typed === null ? await tellingAmount(ctx, row, event, paid.decimals) : parseAmount(typed, paid.decimals);
  if (typeof amount === "string") return refuseFields({ pointer: "/amount", code: amount });
  return start(
    ctx,
    row,
    { step: event === "pay_vanish" ? "vanish" : "pay", asset: paidAsset, amount },
    paid.confirmations,
  );
}

/** Lets the order's payment window run out, then pays: too late even for the time of grace. */
export async function payLate(ctx: Context, row: OrderRow, typed: string | null): Promise<Refusal | undefined> {
  const now = ctx.clock.now();
  if (row.expiresAt && (row.expiresAt > now || (row.graceUntil && row.graceUntil > now))) {
    const over = new Date(now.getTime() - 1);
    await ctx.db.orm
      .update(order)
      .set({ expiresAt: over, graceUntil: over, rateLockedUntil: over })
      .where(eq(order.ref, row.ref));
    if (row.status === "awaiting_payment") {
      const answer = await applyEvent(ctx, row.ref, { name: "window_ended" }, "system");
      if (isRefusal(answer)) return answer;
    }
  }
  return payNow(ctx, row, "pay_late", typed);
}

/** Takes back the payment that is being confirmed, or makes one that is seen once and then gone. */
export async function vanish(ctx: Context, row: OrderRow, typed: string | null): Promise<Refusal | undefined> {
  const [running] = await ctx.db.orm
    .select()
    .from(sandboxStep)
    .where(and(eq(sandboxStep.orderRef, row.ref), eq(sandboxStep.step, "pay"), isNull(sandboxStep.doneAt)));
  if (!running) return payNow(ctx, row, "pay_vanish", typed);
  const gone = { ...running, step: "vanish", details: { ...running.details, phase: "1" } };
  await ctx.db.orm.update(sandboxStep).set(gone).where(eq(sandboxStep.id, running.id));
  return runStep(ctx, gone);
}

async function start(ctx: Context, row: OrderRow, pay: PlannedPayment, required: number): Promise<Refusal | undefined> {
  const network = networkOf(pay.asset);
  if (!network) return refuse("invalid_transition", { extra: { current_status: row.status } });
  // Taken from the start, so that the ticker leaves it alone while the first report is made here.
  const dueAt = new Date(ctx.clock.now().getTime() + leaseSeconds * 1000);
  const step = { ...plannedStep(ctx.ids.newId("sbx"), row.ref, network, pay, required), dueAt };
  await ctx.db.orm.insert(sandboxStep).values(step);
  return runStep(ctx, step);
}

type PlannedPayment = { step: PaymentStep["step"]; asset: string; amount: bigint };

/** A payment that nobody has reported yet; the same `id` is the same payment. */
export function plannedStep(id: string, ref: string, network: Network, pay: PlannedPayment, required: number) {
  const report = { rail: railId(network), railPaymentId: transactionId(network, id), railFee: 0n, confirmations: 0 };
  const { step, asset, amount } = pay;
  const details = detailsOf({ step, phase: 0, payment: { ...report, required, asset, amount } });
  return { id, orderRef: ref, step, details, doneAt: null };
}

/** An amount that shows what the event is about, minor units. */
async function tellingAmount(ctx: Context, row: OrderRow, event: PaymentEventName, decimals: number): Promise<bigint> {
  const due = row.fromAmount;
  switch (event) {
    case "pay_partial":
      return part(due, 60n);
    case "pay_over":
      return part(due, 110n);
    case "pay_wrong_asset":
      return 10n ** BigInt(decimals);
    case "pay_exact": {
      const missing = due - (await paidSoFar(ctx, row));
      return missing > 0n ? missing : due;
    }
    default:
      return due;
  }
}

const part = (amount: bigint, percent: bigint) => (amount * percent) / 100n || 1n;

/** What has arrived or is arriving of the right asset: paying exactly after a part means paying the rest. */
async function paidSoFar(ctx: Context, row: OrderRow): Promise<bigint> {
  const paid = await ctx.db.orm
    .select({ amount: payment.amount })
    .from(payment)
    .where(and(eq(payment.orderRef, row.ref), eq(payment.asset, row.fromAsset), ne(payment.status, "vanished")));
  return paid.reduce((sum, { amount }) => sum + amount, 0n);
}

/** The mistake people really make: the same token on the other network, or the other coin from the same wallet. */
function wrongAsset(asset: string): string {
  const mistakes: Record<string, string> = {
    "usdt-trc20": "usdt-erc20",
    "usdt-erc20": "eth",
    eth: "usdt-erc20",
    btc: "ltc",
    ltc: "btc",
    "paypal-usd": "paypal-eur",
    "paypal-eur": "paypal-usd",
  };
  return mistakes[asset] ?? "eth";
}
