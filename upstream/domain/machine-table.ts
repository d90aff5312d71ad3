import type { OrderStatus } from "../../contract/order/order-states.ts";
import type { OrderEventName } from "./order-event.ts";

/** What one event may make of an order in one status, and why. Naming the status itself: something is noted, it stays. */
export type Cell = { to: readonly OrderStatus[]; why: string };
export type Row = Partial<Record<OrderEventName, Cell>>;

const may = (why: string, ...to: OrderStatus[]): Cell => ({ to, why });

/** The end that an order returns to when the money that reopened it is gone again. */
const ends = ["completed", "refunded", "failed", "charged_back"] as const;
/** Wherever the money that is there puts an order when nothing holds it any more. */
const onward = ["awaiting_payment", "confirming", "processing", "on_hold", "expired", "cancelled", ...ends] as const;

const reopened: Row = {
  payment_seen: may("Money on an order that has ended can only go back", "on_hold"),
  payment_final: may("The same, seen only when final", "on_hold"),
};
const noted = (status: OrderStatus): Row => ({
  payment_reversed: may("A loss: booked, the end stays what it was", status),
  refunded_at_rail: may("A loss: booked, the end stays what it was", status),
});
/** Nothing that the order still has can be disputed: only the rail's money moves. */
const disputedAfterwards = (status: OrderStatus): Row => ({
  dispute_opened: may("The rail sets money aside", status),
  dispute_won: may("The rail puts it back", status),
  dispute_lost: may("A loss: booked as a fact", status),
});
const underway = (status: OrderStatus): Row => ({
  payment_seen: may("Noted; the end of what is under way looks at it", status),
  payment_final: may("Booked; the end of what is under way looks at it", status),
  payment_vanished: may("Noted", status),
});
const unpaid: Row = {
  payment_seen: may("Seen, not final; or not what was agreed", "confirming", "on_hold"),
  payment_final: may("Final at once", "processing", "on_hold"),
};

/** The order machine, whole. Everything that moves an order asks this table; a cell that is not here is refused. */
export const machine: Record<OrderStatus, Row> = {
  draft: {
    execute: may("Holds the reserve, issues address or invoice", "awaiting_payment"),
    cancel: may("Reserves nothing, so nothing is undone", "cancelled"),
    draft_ended: may("Left lying", "expired"),
  },
  awaiting_payment: {
    ...unpaid,
    cancel: may("Nothing is there", "cancelled"),
    report_payment: may("On rails where we cannot see the payment ourselves", "payment_reported"),
    window_ended: may("Nothing came; the address stays watched", "expired"),
    rate_ended: may("An invoice stays open without its rate: the reserve is let go", "awaiting_payment"),
    invoice_cancelled: may("Cancelled at PayPal", "cancelled"),
    operator_hold: may("An operator wants to look", "on_hold"),
  },
  payment_reported: {
    ...unpaid,
    window_ended: may("Nobody found the payment", "expired"),
    rate_ended: may("Looking takes longer than the rate stands: the reserve is let go", "payment_reported"),
    operator_hold: may("An operator wants to look", "on_hold"),
  },
  confirming: {
    payment_seen: may("Another payment: the sum decides", "confirming", "on_hold"),
    payment_final: may("Exchanged when every payment is final", "processing", "confirming", "on_hold"),
    payment_vanished: may(
      "Replaced or reorganised: the clock goes on with what was left",
      ...(["awaiting_payment", "expired", "confirming", "processing", "on_hold", "refunded"] as const),
    ),
    payment_reversed: may("One of several is gone after all", "confirming", "on_hold"),
    refunded_at_rail: may("All of it, or a part", "refunded", "on_hold"),
    review_hold: may("The gateway looks at the payment", "on_hold"),
    dispute_opened: may("Before completion a dispute is a hold", "on_hold"),
    operator_hold: may("An operator wants to look", "on_hold"),
  },
  on_hold: {
    accept_requote: may("All that arrived, at the new rate; waits while not all is final", "confirming", "processing"),
    exchange_as_quoted: may("As quoted; the surplus goes back after the payout", "confirming", "processing"),
    request_refund: may("Back to the customer; not above the fee: an end at once", "refund_pending", ...ends),
    set_refund_address: may("Remembered", "on_hold"),
    set_payout_account: may("The same payout, to another account", "processing"),
    submit_info: may("Somebody looks at what was sent", "on_hold"),
    payment_seen: may("Topped up, or something more", "on_hold", "confirming"),
    payment_final: may("The sum decides once more", "on_hold", "confirming", "processing"),
    payment_vanished: may("What was left decides", ...onward),
    payment_reversed: may("What was left decides", ...onward),
    payout_started: may("The money to pay with is there now", "sending", "on_hold"),
    payout_returned: may("Came back while extra money waited", "on_hold"),
    refunded_at_rail: may("A part, or all that was here", "on_hold", ...ends),
    invoice_cancelled: may(
      "With money received it goes back",
      ...(["refund_pending", "cancelled", "refunded", "failed", "charged_back"] as const),
    ),
    review_hold: may("The gateway looks at the payment", "on_hold"),
    review_clear: may("The gateway is satisfied", ...onward),
    dispute_opened: may("The payer disputes", "on_hold"),
    dispute_won: may("Goes on where it was stopped", "refund_pending", ...onward),
    dispute_lost: may(
      "Early: what is left goes back when no other is open",
      "charged_back",
      "refund_pending",
      "on_hold",
    ),
    hold_ended: may("The hold's default", "refund_pending", ...onward),
    offer_ended: may("A new offer at the rate of the moment", "on_hold"),
    reserve_back: may("Our own money is there again", "processing", "confirming"),
    operator_hold: may("Another reason", "on_hold"),
    operator_release: may("Goes on where it was stopped", "refund_pending", ...onward),
    operator_refund: may("Back to the customer", "refund_pending", ...ends),
    operator_complete_payout: may("Paid by hand", "completed", "refund_pending", "on_hold"),
    operator_close: may("Nothing is there", "cancelled"),
  },
  processing: {
    ...underway("processing"),
    payout_started: may("Handed to the rail, if the cash lies there", "sending", "on_hold"),
    payment_reversed: may("The amounts are no longer true; a wrong asset had no part in them", "on_hold", "processing"),
    refunded_at_rail: may("All of it, or a part", "refunded", "on_hold"),
    review_hold: may("The gateway looks at the payment", "on_hold"),
    dispute_opened: may("The payout is blocked", "on_hold"),
    operator_hold: may("The payout is blocked", "on_hold"),
  },
  sending: {
    ...underway("sending"),
    ...noted("sending"),
    payout_done: may(
      "Ended well; a surplus goes back; a dispute that waited begins",
      ...(["completed", "refund_pending", "on_hold", "disputed", "charged_back"] as const),
    ),
    payout_failed: may(
      "Certain that nothing was sent; owed no more if the payment is gone",
      ...(["on_hold", "refund_pending", "refunded", "charged_back"] as const),
    ),
    payout_returned: may(
      "Came back before we knew that it had gone",
      ...(["on_hold", "refund_pending", "refunded", "charged_back"] as const),
    ),
    dispute_opened: may("The payout cannot be called back: waits for its end", "sending"),
    dispute_won: may("Over before the payout was", "sending"),
    dispute_lost: may("Who bears it is known when the payout has ended", "sending"),
    operator_complete_payout: may(
      "Paid by hand",
      ...(["completed", "refund_pending", "on_hold", "disputed", "charged_back"] as const),
    ),
  },
  completed: {
    ...reopened,
    payment_reversed: may("A loss: booked, the end stays what it was", "completed"),
    payout_returned: may("The customer's again, and not paid; ours if the payment is gone", "on_hold", "completed"),
    refunded_at_rail: may("All of it, or a part for somebody to look at", "refunded", "on_hold"),
    dispute_opened: may("The payer disputes", "disputed"),
  },
  refund_pending: {
    set_refund_address: may("Now it is known where to", "refund_pending"),
    payment_seen: may("Waits until that is final too", "refund_pending"),
    payment_final: may("Goes back with the rest; not above the fee: an end", "refund_pending", "on_hold", ...ends),
    payment_vanished: may("Less, or nothing, to send back", "refund_pending", "expired", "on_hold", ...ends),
    payment_reversed: may("Less, or nothing, to send back", "refund_pending", "expired", "on_hold", ...ends),
    payout_returned: may("Looked at when the refund has ended", "refund_pending"),
    refund_started: may("Handed to the rail, if the cash lies there", "refunding", "refund_pending"),
    refunded_at_rail: may("Somebody was quicker", "refund_pending", "on_hold", ...ends),
    dispute_opened: may("The payer disputes", "on_hold"),
    hold_ended: may("Letters on the days of the policy", "refund_pending"),
    reserve_back: may("The reserve can bear it now", "refund_pending", "refunded", "completed"),
    operator_hold: may("The refund is blocked", "on_hold"),
    operator_refund: may("With an account, or once more", "refund_pending", "refunded", "completed"),
    operator_close: may("Nobody was found: kept as unclaimed; an exchange that stands stays one", ...ends),
  },
  refunding: {
    ...underway("refunding"),
    ...noted("refunding"),
    payout_returned: may("Looked at when the refund has ended", "refunding"),
    refund_done: may(
      "Everything is back; or more is to go; a dispute that waited begins",
      ...(["refund_pending", "on_hold", "disputed"] as const),
      ...ends,
    ),
    refund_failed: may(
      "Certain that nothing was sent; less, or nothing, to send back when its payment was taken back meanwhile",
      ...(["on_hold", "refund_pending", "completed", "charged_back"] as const),
    ),
    dispute_opened: may("The refund cannot be called back: waits for its end", "refunding"),
    dispute_won: may("Over before the refund was", "refunding"),
    dispute_lost: may("Who bears it is known when the refund has ended", "refunding"),
  },
  refunded: {
    ...reopened,
    ...noted("refunded"),
    ...disputedAfterwards("refunded"),
    payout_returned: may("Ours: the whole payment went back", "refunded"),
  },
  failed: { ...reopened, ...noted("failed"), ...disputedAfterwards("failed") },
  charged_back: {
    ...reopened,
    ...noted("charged_back"),
    ...disputedAfterwards("charged_back"),
    payout_returned: may("Ours as far as the payment is gone; the rest is the customer's", "charged_back", "on_hold"),
  },
  expired: {
    payment_seen: may("In grace and band with a new hold; else held", "confirming", "on_hold"),
    payment_final: may("The same, final at once", "processing", "on_hold"),
  },
  cancelled: {
    payment_seen: may("In grace and band with a new hold; else held", "confirming", "on_hold"),
    payment_final: may("The same, final at once", "processing", "on_hold"),
  },
  disputed: {
    ...underway("disputed"),
    ...noted("disputed"),
    payout_returned: may("Came back meanwhile; ours if the payment is gone", "on_hold", "disputed"),
    dispute_opened: may("One more: the rail sets that aside too", "disputed"),
    dispute_won: may(
      "Ours, when it was the last; extra money waits",
      ...(["disputed", "completed", "charged_back", "on_hold"] as const),
    ),
    dispute_lost: may("Taken from the reserve; extra money waits", "disputed", "charged_back", "on_hold"),
  },
};
