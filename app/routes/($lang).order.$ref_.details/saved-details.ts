import type { Order } from "../../../contract/order/order.ts";

/** The order's details by field, so that returning to this step loses nothing. */
export function savedDetails(order: Order): Record<string, string | null | undefined> {
  return {
    "payin.account": order.payin.account,
    "payout.account": order.payout.account,
    "payout.memo": order.payout.memo,
    "payout.extra.full_name": order.payout.extra.full_name,
    "refund.account": order.refund.account,
    "refund.memo": order.refund.memo,
    email: order.email,
  };
}
