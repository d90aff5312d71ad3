import { and, eq, lt } from "drizzle-orm";
import type { GatewayPayment } from "../../../contract/order/gateway.ts";
import type { Tx } from "../../db/database.ts";
import { asset, gatewayEvent, gatewayPayment, order, payment } from "../../db/schema/index.ts";
import type { OrderEvent } from "../../domain/order-event.ts";
import { parseDecimal } from "../../domain/pricing/money.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import { type Applying, applyEvent } from "../../orders/apply-event.ts";
import { nebulox, type SessionRow } from "./sessions.ts";

/** The event that brought the news, when one did: it has its effect once, whatever comes under its id again. */
export type EventMark = { id: string; bodyHash: string };

/**
 * What the gateway says of one payment, told to its order. News that is not newer than what was heard before, and an
 * event that was heard before, change nothing; both are marked in the transaction of their effect, behind the order's
 * lock. Refuses `validation_failed` for what cannot be true, and `invalid_transition` where the order cannot take it.
 */
export async function hearPayment(
  ctx: Applying,
  { orderRef }: SessionRow,
  told: GatewayPayment,
  mark: EventMark | null,
): Promise<Refusal | undefined> {
  const event = await eventOf(ctx, orderRef, told);
  if (isRefusal(event)) return event;
  const isNews = async (tx: Tx) => (await isFirst(tx, mark, ctx.clock.now())) && (await isNewer(tx, told));
  const answer = await applyEvent(ctx, orderRef, event, "rail", isNews);
  return isRefusal(answer) ? answer : undefined;
}

/** The payer cancelled at the gateway: nobody can pay there any more, so an order without money is over. */
export async function hearCancelled(
  ctx: Applying,
  { orderRef, pageUrl }: SessionRow,
  mark: EventMark | null,
): Promise<void> {
  const [row] = await ctx.db.orm.select({ url: order.payinRedirectUrl }).from(order).where(eq(order.ref, orderRef));
  // An older session of the same order, for an amount that is not asked any more.
  if (row?.url !== pageUrl) return;
  // Refused where money is there or the order has ended: then there is nothing to cancel.
  const isNews = (tx: Tx) => isFirst(tx, mark, ctx.clock.now());
  await applyEvent(ctx, orderRef, { name: "invoice_cancelled" }, "rail", isNews);
}

async function eventOf(ctx: Applying, orderRef: string, told: GatewayPayment): Promise<OrderEvent | Refusal> {
  const [paid] = await ctx.db.orm.select({ decimals: asset.decimals }).from(asset).where(eq(asset.id, told.asset));
  if (!paid) return refuse("validation_failed");
  const amount = parseDecimal(told.amount, paid.decimals);
  const railFee = parseDecimal(told.fee, paid.decimals);
  if (typeof amount === "string" || typeof railFee === "string") return refuse("validation_failed");
  if (amount === 0n || railFee > amount) return refuse("validation_failed");
  const { id: railPaymentId, asset: paidAsset, confirmations, required } = told;
  const [known] = await ctx.db.orm
    .select({ orderRef: payment.orderRef })
    .from(payment)
    .where(and(eq(payment.rail, nebulox), eq(payment.railPaymentId, railPaymentId)));
  if (known && known.orderRef !== orderRef) return refuse("validation_failed");
  const report = { rail: nebulox, railPaymentId, asset: paidAsset, amount, railFee, confirmations, required };
  switch (told.status) {
    case "seen":
    case "final":
      return { name: `payment_${told.status}`, payment: report };
    case "vanished":
    case "reversed":
      return { name: `payment_${told.status}`, rail: nebulox, railPaymentId };
  }
}

async function isFirst(tx: Tx, mark: EventMark | null, now: Date): Promise<boolean> {
  if (!mark) return true;
  const row = { gateway: nebulox, ...mark, receivedAt: now };
  const marked = await tx.insert(gatewayEvent).values(row).onConflictDoNothing().returning({ id: gatewayEvent.id });
  return marked.length > 0;
}

/** Events overtake each other: a payment that has vanished must not be seen again by an older letter. */
async function isNewer(tx: Tx, { id, version }: GatewayPayment): Promise<boolean> {
  const kept = await tx
    .insert(gatewayPayment)
    .values({ gateway: nebulox, id, version })
    .onConflictDoUpdate({
      target: [gatewayPayment.gateway, gatewayPayment.id],
      set: { version },
      setWhere: lt(gatewayPayment.version, version),
    })
    .returning({ id: gatewayPayment.id });
  return kept.length > 0;
}
