import type { Order, OrderTx } from "../../../contract/order.ts";
import { sumOf } from "../../components/order/decimal.ts";

/** A payment that exists: seen or final, not gone from its network again. */
export function livePayments(order: Order): OrderTx[] {
  return order.payin.txs.filter((tx) => tx.status !== "vanished" && tx.seen_at !== null);
}

/** What has come in the order's own asset, final or not. */
export function seenAmount(order: Order): string {
  const own = livePayments(order).filter((tx) => tx.asset === order.from.asset);
  return own.length > 0 ? sumOf(own.map((tx) => tx.amount)) : order.from.received;
}

/** What has come in an asset that the order did not ask for. */
export function wrongPayments(order: Order): OrderTx[] {
  return livePayments(order).filter((tx) => tx.asset !== order.from.asset);
}

/** The payment that the network still works on; of several the one furthest from done. */
export function slowestPayment(order: Order): OrderTx | undefined {
  const open = livePayments(order).filter((tx) => tx.status === "seen");
  return [...open].sort((a, b) => a.confirmations - a.required - (b.confirmations - b.required))[0];
}

export function refundedAmount(order: Order): { amount: string; asset: string } {
  const sent = order.refund.txs.filter((tx) => tx.status === "sent");
  const asset = sent[0]?.asset ?? order.from.asset;
  return { amount: sumOf(sent.filter((tx) => tx.asset === asset).map((tx) => tx.amount)), asset };
}

/** Of all that was sent, it is the refund that did not go through. */
export function hasRefundFailed(order: Order): boolean {
  return order.hold?.reason === "payout_error" && order.refund.txs.at(-1)?.status === "failed";
}

/** When the customer last answered what this hold is about. */
export function answeredAt(order: Order): string | undefined {
  const since = order.hold?.since;
  if (!since) return undefined;
  return order.timeline.findLast(({ by, note, at }) => by === "client" && note !== null && at >= since)?.at;
}

/** Where an order rests: nothing will change by itself soon, so nobody needs to ask often. */
const resting = ["completed", "refunded", "cancelled", "failed", "charged_back", "expired"];

export function isResting(order: { status: string }): boolean {
  return resting.includes(order.status);
}
