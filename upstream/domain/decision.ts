import type { OrderStatus } from "../../contract/order/order-states.ts";
import type { Booking } from "./ledger/booking.ts";
import type { OrderState, OutgoingFact, PaymentFact } from "./order-facts.ts";

/** E-mails to an order's customer, and those to the operator. */
export const orderEmailKinds = [
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
export const operatorEmailKinds = [
  "operator_hold",
  "operator_reminder",
  "operator_reported",
  "operator_dispute",
] as const;
export type OrderEmailKind = (typeof orderEmailKinds)[number] | (typeof operatorEmailKinds)[number];

/** Work queued when the decision commits. Jobs carry it out; the sweep repeats what got lost. */
export type Task = { job: "email"; kind: OrderEmailKind } | { job: "payout" } | { job: "refund" };

/** The effect of one event on an order, applied in one transaction. */
export type Decision = {
  target: OrderStatus;
  order: OrderState;
  /** New and changed rows only. */
  payments: PaymentFact[];
  outgoing: OutgoingFact[];
  bookings: Booking[];
  tasks: Task[];
  /** What came into the owner's wallet, by the transfer that brought it; `settlesAt` of a payout. Minor units. */
  credited: { transferId: string; asset: string; amount: bigint; settlesAt: Date | null } | null;
  /** What the owner's wallet gave back of the payout, and what its member owes for the rest. */
  takenBack: { asset: string; taken: bigint; owed: bigint } | null;
  /** Timeline note: a code or the words of a person, never a translated sentence. */
  note: string | null;
  /** True for a change too small for the timeline and a new version (one more confirmation). */
  isQuiet: boolean;
};

/** A duplicate event: the order stays as it is and is returned to the caller. */
export type Unchanged = { unchanged: true };
export const unchanged: Unchanged = { unchanged: true };
