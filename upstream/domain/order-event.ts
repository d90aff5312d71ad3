import type { ProcessAction } from "../../contract/order-states.ts";

/** Everything that can happen to an order, by who makes it happen. */
export const clientEvents = [
  "execute",
  "cancel",
  "report_payment",
  "accept_requote",
  "request_refund",
  "set_refund_address",
  "exchange_as_quoted",
  "set_payout_account",
  "submit_info",
] as const satisfies readonly ("execute" | "cancel" | ProcessAction)[];
export const railEvents = [
  "payment_seen",
  "payment_final",
  "payment_vanished",
  "payout_started",
  "payout_done",
  "payout_failed",
  "payout_returned",
  "refund_started",
  "refund_done",
  "refund_failed",
  "refunded_at_rail",
  "invoice_cancelled",
  "review_hold",
  "review_clear",
  "dispute_opened",
  "dispute_won",
  "dispute_lost",
] as const;
export const clockEvents = ["draft_ended", "rate_ended", "window_ended", "hold_ended"] as const;
export const operatorEvents = [
  "operator_hold",
  "operator_release",
  "operator_refund",
  "operator_complete_payout",
  "operator_close",
] as const;

export const orderEvents = [...clientEvents, ...railEvents, ...clockEvents, ...operatorEvents] as const;
export type OrderEventName = (typeof orderEvents)[number];
