import { unsentStepOf } from "../../../contract/order/hand-steps.ts";
import type { Order, OrderTx } from "../../../contract/order/order.ts";

/** A payment that is seen or final, not vanished. */
export function livePayments(order: Order): OrderTx[] {
  return order.payin.txs.filter((tx) => tx.status !== "vanished" && tx.seen_at !== null);
}

/** True once money has moved: only then there is a receipt. */
export function hasMoved(order: Order): boolean {
  return livePayments(order).length > 0;
}

/** Payments in an asset other than the order's. */
export function wrongPayments(order: Order): OrderTx[] {
  return livePayments(order).filter((tx) => tx.asset !== order.from.asset);
}

/** True where a refund goes into the owner's wallet: of the order's own asset only. */
export function isRefundedToWallet(order: Order): boolean {
  return order.refund.to_wallet === true && wrongPayments(order).length === 0;
}

/** The unconfirmed payment with the most confirmations missing. */
export function slowestPayment(order: Order): OrderTx | undefined {
  const open = livePayments(order).filter((tx) => tx.status === "seen");
  return [...open].sort((a, b) => a.confirmations - a.required - (b.confirmations - b.required))[0];
}

/** The amount of the first payout, even if it was returned and `to.sent` is less now. */
export function firstPayout(order: Order): string {
  return order.payout.txs.find((tx) => tx.status === "sent" || tx.status === "returned")?.amount ?? order.to.sent;
}

/** True while the order waits because a payout that was sent came back. */
export function hasPayoutReturned(order: Order): boolean {
  return order.hold?.reason === "payout_error" && order.payout.txs.at(-1)?.status === "returned";
}

/** True when the failed transfer is the refund, not the payout: both have the same hold reason. */
export function hasRefundFailed(order: Order): boolean {
  return order.hold?.reason === "payout_error" && order.refund.txs.at(-1)?.status === "failed";
}

/** When the customer last answered since this hold started. */
export function answeredAt(order: Order): string | undefined {
  const since = order.hold?.since;
  if (!since) return undefined;
  return order.timeline.findLast(({ by, note, at }) => by === "client" && note !== null && at >= since)?.at;
}

/** Statuses that rarely change, so the page polls them seldom. */
const resting = ["completed", "refunded", "cancelled", "failed", "charged_back", "expired"];

export function isResting(order: { status: string }): boolean {
  return resting.includes(order.status);
}

/** Whether the payout or refund was not sent yet: `waits_for` says what it waits for, or a person has still to send it. */
export function waitsToBeSent({ status, waits_for: waitsFor, by_hand: work }: Order): boolean {
  const unsent = unsentStepOf({ status, step: work?.step, waitsFor });
  return unsent === "payout_to_send" || unsent === "refund_to_send";
}
