import type { Order, OrderTx } from "../../../contract/order/order.ts";

/** A payment that exists: seen or final, not gone from its network again. */
export function livePayments(order: Order): OrderTx[] {
  return order.payin.txs.filter((tx) => tx.status !== "vanished" && tx.seen_at !== null);
}

/** What has come in an asset that the order did not ask for. */
export function wrongPayments(order: Order): OrderTx[] {
  return livePayments(order).filter((tx) => tx.asset !== order.from.asset);
}

/** The unconfirmed payment that lacks the most confirmations. */
export function slowestPayment(order: Order): OrderTx | undefined {
  const open = livePayments(order).filter((tx) => tx.status === "seen");
  return [...open].sort((a, b) => a.confirmations - a.required - (b.confirmations - b.required))[0];
}

/** What the first payout sent, even if it was returned later and `to.sent` is less now. */
export function firstPayout(order: Order): string {
  return order.payout.txs.find((tx) => tx.status === "sent" || tx.status === "returned")?.amount ?? order.to.sent;
}

/** True when the transfer that failed is the refund, not the payout: the hold's reason is the same for both. */
export function hasRefundFailed(order: Order): boolean {
  return order.hold?.reason === "payout_error" && order.refund.txs.at(-1)?.status === "failed";
}

/** When the customer last answered since this hold began. */
export function answeredAt(order: Order): string | undefined {
  const since = order.hold?.since;
  if (!since) return undefined;
  return order.timeline.findLast(({ by, note, at }) => by === "client" && note !== null && at >= since)?.at;
}

/** Statuses that rarely change any more, so the page polls them seldom. */
const resting = ["completed", "refunded", "cancelled", "failed", "charged_back", "expired"];

export function isResting(order: { status: string }): boolean {
  return resting.includes(order.status);
}
