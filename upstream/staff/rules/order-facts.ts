import type { HoldReason } from "../../../contract/order/order-states.ts";
import type { OrderEvent, OrderEventName } from "../../orders/rules/order-event.ts";
import type { MakerKind } from "./maker-facts.ts";

/** The order before the event, as far as it decides. */
type Before = { holdReason: HoldReason | null; refundAccount: string | null };

/** What an event vouches for when an operator causes it: money that nobody else has seen, or where it goes. */
export const vouched: Record<
  OrderEventName,
  MakerKind | null | ((event: OrderEvent, before: Before) => MakerKind | null)
> = {
  // The rail is asked first, and reports what it knows as its own event.
  payment_final: "payin_confirmed",
  // Disputed money counts again, and the order goes on with it.
  dispute_won: "payin_confirmed",
  payout_returned: "payout_returned",
  operator_refund: (event, { refundAccount }) => {
    const chosen = event.name === "operator_refund" ? event.account : null;
    return chosen === null || chosen === refundAccount ? null : "refund_redirected";
  },
  operator_release: (_, { holdReason }) =>
    holdReason === "late_payment" || holdReason === "rate_moved" ? "quoted_rate" : null,
  set_payout_account: "refund_redirected",
  set_refund_address: "refund_redirected",
  accept_requote: "quoted_rate",
  exchange_as_quoted: "quoted_rate",
  // These take money back, hold it, or book what has left already.
  execute: null,
  cancel: null,
  report_payment: null,
  request_refund: null,
  submit_info: null,
  payment_seen: null,
  payment_vanished: null,
  payment_reversed: null,
  payout_started: null,
  payout_done: null,
  payout_failed: null,
  refund_started: null,
  refund_done: null,
  refund_failed: null,
  refunded_at_rail: null,
  invoice_cancelled: null,
  review_hold: null,
  review_clear: null,
  dispute_opened: null,
  dispute_lost: null,
  draft_ended: null,
  rate_ended: null,
  window_ended: null,
  hold_ended: null,
  offer_ended: null,
  reserve_back: null,
  stopped_by_owner: null,
  operator_hold: null,
  operator_complete_payout: null,
  operator_close: null,
};

/** What an operator's event on an order needs a second person for; null where it needs none. */
export function madeOnOrder(event: OrderEvent, before: Before): MakerKind | null {
  const kind = vouched[event.name];
  return typeof kind === "function" ? kind(event, before) : kind;
}
