import type { OrderStatus } from "../../contract/order/order-states.ts";
import type { OrderEventName } from "./order-event.ts";

/** The statuses one event may lead to from one status, and why. The same status means: recorded, no change. */
type Cell = { to: readonly OrderStatus[]; why: string };
export type Row = Partial<Record<OrderEventName, Cell>>;

const cell = (why: string, ...to: OrderStatus[]): Cell => ({ to, why });

/** Final statuses that an order returns to when the payment that reopened it has vanished. */
const ends = ["completed", "refunded", "failed", "charged_back"] as const;
/** Statuses an order may resume to after a hold. */
const afterHold = ["awaiting_payment", "confirming", "processing", "on_hold", "expired", "cancelled", ...ends] as const;

const reopened: Row = {
  payment_seen: cell("Payment to an ended order: can only be refunded", "on_hold"),
  payment_final: cell("The same, reported only when final", "on_hold"),
};
const noted = (status: OrderStatus): Row => ({
  payment_reversed: cell("Booked as a loss; the final status stays", status),
  refunded_at_rail: cell("Booked as a loss; the final status stays", status),
});
/** A dispute on an ended order moves only money at the rail. */
const disputedAfterwards = (status: OrderStatus): Row => ({
  dispute_opened: cell("The rail blocks the disputed amount", status),
  dispute_won: cell("The rail releases the disputed amount", status),
  dispute_lost: cell("Booked as a loss", status),
});
const underway = (status: OrderStatus): Row => ({
  payment_seen: cell("Recorded; decided when the transfer being sent has ended", status),
  payment_final: cell("Booked; decided when the transfer being sent has ended", status),
  payment_vanished: cell("Recorded", status),
});
/** A rail contradicts its own report: what failed was sent after all, or it was sent by another transaction too. */
const why = "Sent although reported as failed, or by another transaction too";
const paidOut = (...to: OrderStatus[]): Row => ({ payout_done: cell(why, ...to) });
const contradicted = (...to: OrderStatus[]): Row => ({ ...paidOut(...to), refund_done: cell(why, ...to) });
/** Orders that were never executed, whose address or invoice is known all the same. */
const unexecuted = (status: OrderStatus): Row => ({
  payment_vanished: cell("Recorded", status),
  payment_reversed: cell("Taken from the unclaimed money", status),
  refunded_at_rail: cell("Returned from the unclaimed money", status),
});
const unpaid: Row = {
  payment_seen: cell("Not final yet, or different from the quote", "confirming", "on_hold"),
  payment_final: cell("Final immediately", "processing", "on_hold"),
};

/** The order machine. Every change of status is checked against this table; anything else is refused. */
export const machine: Record<OrderStatus, Row> = {
  draft: {
    execute: cell(
      "Reserves the payout, issues the payment address or invoice; a payment made before counts now",
      ...(["awaiting_payment", "confirming", "processing", "on_hold"] as const),
    ),
    ...unexecuted("draft"),
    payment_seen: cell("Recorded; nothing is agreed yet", "draft"),
    payment_final: cell("Kept as unclaimed until the order is executed or an operator returns it", "draft"),
    cancel: cell("A draft reserves nothing", "cancelled"),
    draft_ended: cell("Abandoned", "expired"),
  },
  awaiting_payment: {
    ...contradicted("on_hold"),
    ...unpaid,
    cancel: cell("No payment received", "cancelled"),
    report_payment: cell("On rails that do not report payments", "payment_reported"),
    window_ended: cell("No payment; the address is still watched", "expired"),
    rate_ended: cell("The rate ends but the invoice stays open: the reserve is released", "awaiting_payment"),
    invoice_cancelled: cell("Cancelled at PayPal", "cancelled"),
    operator_hold: cell("An operator checks the order", "on_hold"),
  },
  payment_reported: {
    ...unpaid,
    window_ended: cell("Payment not found", "expired"),
    rate_ended: cell("The rate ends while the payment is searched: the reserve is released", "payment_reported"),
    operator_hold: cell("An operator checks the order", "on_hold"),
  },
  confirming: {
    ...contradicted("on_hold"),
    payment_seen: cell("Another payment: the total decides", "confirming", "on_hold"),
    payment_final: cell("The exchange starts when every payment is final", "processing", "confirming", "on_hold"),
    payment_vanished: cell(
      "Replaced or reorganised: the window continues with the time left",
      ...(["awaiting_payment", "expired", "confirming", "processing", "on_hold", "refunded"] as const),
    ),
    payment_reversed: cell("One of several payments is gone", "confirming", "on_hold"),
    refunded_at_rail: cell("In full or in part", "refunded", "on_hold"),
    review_hold: cell("The gateway reviews the payment", "on_hold"),
    dispute_opened: cell("A dispute before the payout is a hold", "on_hold"),
    operator_hold: cell("An operator checks the order", "on_hold"),
  },
  on_hold: {
    ...contradicted("on_hold", "refund_pending", ...ends),
    ...paidOut("on_hold", "refund_pending", "completed"),
    accept_requote: cell("Everything received, at the new rate; waits until all is final", "confirming", "processing"),
    exchange_as_quoted: cell("As quoted; the surplus is refunded after the payout", "confirming", "processing"),
    request_refund: cell("Refund; if it is not above the fee, the order ends immediately", "refund_pending", ...ends),
    set_refund_address: cell("Saved", "on_hold"),
    set_payout_account: cell("The same payout to another account", "processing"),
    submit_info: cell("An operator reads the answer", "on_hold"),
    payment_seen: cell("Top-up or additional payment", "on_hold", "confirming"),
    payment_final: cell("The total decides again", "on_hold", "confirming", "processing"),
    payment_vanished: cell("The remaining payments decide", ...afterHold),
    payment_reversed: cell("The remaining payments decide", ...afterHold),
    payout_started: cell("The reserve covers the payout again", "sending", "on_hold"),
    payout_returned: cell("Returned while an additional payment was on hold", "on_hold"),
    refunded_at_rail: cell("In full or in part", "on_hold", ...ends),
    invoice_cancelled: cell(
      "Payments already received are refunded",
      ...(["refund_pending", "cancelled", "refunded", "failed", "charged_back"] as const),
    ),
    review_hold: cell("The gateway reviews the payment", "on_hold"),
    review_clear: cell("The gateway has cleared the payment", ...afterHold),
    dispute_opened: cell("The payer opened a dispute", "on_hold"),
    dispute_won: cell("Continues where it was stopped", "refund_pending", ...afterHold),
    dispute_lost: cell(
      "Lost before the payout: the rest is refunded if no other dispute is open",
      "charged_back",
      "refund_pending",
      "on_hold",
    ),
    hold_ended: cell("The hold's default action", "refund_pending", ...afterHold),
    offer_ended: cell("A new offer at the current rate", "on_hold"),
    reserve_back: cell("The reserve is available again", "processing", "confirming"),
    operator_hold: cell("Another hold reason", "on_hold"),
    operator_release: cell("Continues where it was stopped", "refund_pending", ...afterHold),
    operator_refund: cell("Refund", "refund_pending", ...ends),
    operator_complete_payout: cell("Payout made by hand", "completed", "refund_pending", "on_hold"),
    operator_close: cell("No payment received", "cancelled"),
  },
  processing: {
    ...contradicted("on_hold"),
    ...paidOut("on_hold", "refund_pending", "completed"),
    ...underway("processing"),
    payout_started: cell("Handed to the rail if it has the balance", "sending", "on_hold"),
    payment_reversed: cell(
      "The amounts have changed; a payment in a wrong asset does not change them",
      "on_hold",
      "processing",
    ),
    refunded_at_rail: cell("In full or in part", "refunded", "on_hold"),
    review_hold: cell("The gateway reviews the payment", "on_hold"),
    dispute_opened: cell("The payout is blocked", "on_hold"),
    operator_hold: cell("The payout is blocked", "on_hold"),
  },
  sending: {
    ...contradicted("sending"),
    ...underway("sending"),
    ...noted("sending"),
    payout_done: cell(
      "Sent; then a surplus is refunded, a waiting dispute begins",
      ...(["completed", "refund_pending", "on_hold", "disputed", "charged_back", "sending"] as const),
    ),
    payout_failed: cell(
      "Certainly not sent; no longer owed if the payment is gone",
      ...(["on_hold", "refund_pending", "refunded", "charged_back"] as const),
    ),
    payout_returned: cell(
      "Returned before the rail reported it as sent",
      ...(["on_hold", "refund_pending", "refunded", "charged_back"] as const),
    ),
    dispute_opened: cell("The payout cannot be recalled: the dispute waits for its result", "sending"),
    dispute_won: cell("Decided before the payout ended", "sending"),
    dispute_lost: cell("Who bears the loss depends on the payout's result", "sending"),
  },
  completed: {
    ...contradicted("on_hold"),
    ...reopened,
    payment_reversed: cell("Booked as a loss; the final status stays", "completed"),
    payout_returned: cell("Owed to the customer again; ours if the payment is gone", "on_hold", "completed"),
    refunded_at_rail: cell("In full, or in part for an operator to check", "refunded", "on_hold"),
    dispute_opened: cell("The payer opened a dispute", "disputed"),
  },
  refund_pending: {
    ...contradicted("refund_pending", "on_hold", ...ends),
    ...paidOut("refund_pending", "on_hold", "completed"),
    set_refund_address: cell("The refund address is known now", "refund_pending"),
    payment_seen: cell("Waits until this payment is final too", "refund_pending"),
    payment_final: cell(
      "Refunded with the rest; if it is not above the fee, the order ends",
      "refund_pending",
      "on_hold",
      ...ends,
    ),
    payment_vanished: cell("Less or nothing to refund", "refund_pending", "expired", "on_hold", ...ends),
    payment_reversed: cell("Less or nothing to refund", "refund_pending", "expired", "on_hold", ...ends),
    payout_returned: cell("Decided when the refund has ended", "refund_pending"),
    refund_started: cell("Handed to the rail if it has the balance", "refunding", "refund_pending"),
    refunded_at_rail: cell("Already refunded at the rail", "refund_pending", "on_hold", ...ends),
    dispute_opened: cell("The payer opened a dispute", "on_hold"),
    hold_ended: cell("Reminder e-mails on the days of the policy", "refund_pending"),
    reserve_back: cell("The reserve covers the reversal now", "refund_pending", "refunded", "completed"),
    operator_hold: cell("The refund is blocked", "on_hold"),
    operator_refund: cell("With a refund address, or again", "refund_pending", "refunded", "completed"),
    operator_close: cell("No owner found: kept as unclaimed; a completed exchange stays completed", ...ends),
  },
  refunding: {
    ...contradicted("refunding"),
    ...underway("refunding"),
    ...noted("refunding"),
    payout_returned: cell("Decided when the refund has ended", "refunding"),
    refund_done: cell(
      "Refunded; or another refund follows; a waiting dispute begins",
      ...(["refund_pending", "on_hold", "disputed", "refunding"] as const),
      ...ends,
    ),
    refund_failed: cell(
      "Certainly not sent; less or nothing to refund if the payment was reversed meanwhile",
      ...(["on_hold", "refund_pending", "completed", "charged_back"] as const),
    ),
    dispute_opened: cell("The refund cannot be recalled: the dispute waits for its result", "refunding"),
    dispute_won: cell("Decided before the refund ended", "refunding"),
    dispute_lost: cell("Who bears the loss depends on the refund's result", "refunding"),
  },
  refunded: {
    ...contradicted("on_hold"),
    ...reopened,
    ...noted("refunded"),
    ...disputedAfterwards("refunded"),
    payout_returned: cell("Ours: the whole payment was returned", "refunded"),
  },
  failed: { ...contradicted("on_hold"), ...reopened, ...noted("failed"), ...disputedAfterwards("failed") },
  charged_back: {
    ...contradicted("on_hold"),
    ...reopened,
    ...noted("charged_back"),
    ...disputedAfterwards("charged_back"),
    payout_returned: cell(
      "Ours as far as the payment is gone; the rest belongs to the customer",
      "charged_back",
      "on_hold",
    ),
  },
  expired: {
    ...unexecuted("expired"),
    ...contradicted("on_hold"),
    payment_seen: cell(
      "Within grace and rate band: reserved again; otherwise on hold",
      "confirming",
      "on_hold",
      "expired",
    ),
    payment_final: cell("The same, final immediately; never executed: unclaimed", "processing", "on_hold", "expired"),
  },
  cancelled: {
    ...unexecuted("cancelled"),
    ...contradicted("on_hold"),
    payment_seen: cell(
      "Within grace and rate band: reserved again; otherwise on hold",
      "confirming",
      "on_hold",
      "cancelled",
    ),
    payment_final: cell("The same, final immediately; never executed: unclaimed", "processing", "on_hold", "cancelled"),
  },
  disputed: {
    ...contradicted("disputed"),
    ...underway("disputed"),
    ...noted("disputed"),
    payout_returned: cell("Returned meanwhile; ours if the payment is gone", "on_hold", "disputed"),
    dispute_opened: cell("Another dispute: the rail blocks that amount too", "disputed"),
    dispute_won: cell(
      "Ours if it was the last; additional payments wait",
      ...(["disputed", "completed", "charged_back", "on_hold"] as const),
    ),
    dispute_lost: cell("Taken from the reserve; additional payments wait", "disputed", "charged_back", "on_hold"),
  },
};
