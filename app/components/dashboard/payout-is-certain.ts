import type { OrderSummary } from "../../../contract/order/member-orders.ts";
import { isZero } from "../../../contract/values/decimal.ts";

/** Statuses in which the agreed payout is undecided, or will not be paid. */
const withoutPayout: readonly string[] = [
  "on_hold",
  "refund_pending",
  "refunding",
  "refunded",
  "cancelled",
  "expired",
  "failed",
  "charged_back",
];

/** True while the order is on its way to its payout, and once it was sent. */
export function payoutIsCertain({ status, to }: Pick<OrderSummary, "status" | "to">): boolean {
  return !isZero(to.sent) || !withoutPayout.includes(status);
}
