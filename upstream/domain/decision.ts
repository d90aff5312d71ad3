import type { OrderStatus } from "../../contract/order/order-states.ts";
import type { Booking } from "./ledger/booking.ts";
import type { OrderState, OutgoingFact, PaymentFact } from "./order-facts.ts";

/** Letters that an order writes to its customer, and those to the operator. */
export const orderLetters = [
  "created",
  "created_invoice",
  "payment_seen",
  "paid",
  "completed",
  "expired",
  "cancelled",
  "on_hold",
  "resumed",
  "refund_address",
  "refunded",
  "payment_gone",
  "dispute_opened",
  "dispute_won",
  "dispute_lost",
  "charged_back",
  "dust",
  "unclaimed",
] as const;
export const operatorLetters = ["operator_hold", "operator_reminder", "operator_reported", "operator_dispute"] as const;
export type OrderLetter = (typeof orderLetters)[number] | (typeof operatorLetters)[number];

/** Work that follows once the decision is committed; carried by jobs, healed by the sweep. */
export type Task = { job: "letter"; kind: OrderLetter } | { job: "payout" } | { job: "refund" };

/** What becomes of an order by one event. Nothing of it happens unless all of it does. */
export type Decision = {
  target: OrderStatus;
  order: OrderState;
  /** New or changed ones. */
  payments: PaymentFact[];
  outgoing: OutgoingFact[];
  bookings: Booking[];
  tasks: Task[];
  /** For the timeline: a code or what was said, never a sentence of ours. */
  note: string | null;
  /** True: too small for the timeline and for a new version (a confirmation more). */
  isQuiet: boolean;
};

/** The event has happened already: the order stays as it is, and whoever asks gets it as it is. */
export type Unchanged = { unchanged: true };
export const unchanged: Unchanged = { unchanged: true };
