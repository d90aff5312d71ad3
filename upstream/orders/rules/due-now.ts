import type { OrderFacts } from "./order-facts.ts";

type Paid = Pick<OrderFacts, "order" | "payments">;

/** Amount received in the order's own asset, confirmed or not; minor units. */
export function seenAmount({ order, payments }: Paid): bigint {
  const inOrderAsset = payments.filter(({ status, asset }) => status !== "vanished" && asset === order.fromAsset);
  return inOrderAsset.length > 0 ? inOrderAsset.reduce((sum, { amount }) => sum + amount, 0n) : order.received;
}

/** Amount the customer can pay now: all of it, or the rest while a partial payment may still be completed. */
export function dueNow(paid: Paid): { amount: bigint; kind: "full" | "rest" } | null {
  const { status, holdReason, condition, fromAmount } = paid.order;
  if (status === "awaiting_payment" || status === "payment_reported") return { amount: fromAmount, kind: "full" };
  const mayFollow = holdReason === "amount_mismatch" || holdReason === "below_minimum";
  if (status !== "on_hold" || !mayFollow || condition !== "partial") return null;
  const rest = fromAmount - seenAmount(paid);
  return rest > 0n ? { amount: rest, kind: "rest" } : null;
}
