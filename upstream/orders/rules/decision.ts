import type { OrderStatus } from "../../../contract/order/order-states.ts";
import type { Booking } from "../../ledger/rules/booking.ts";
import type { OrderEntry } from "../../ledger/rules/order-ledger.ts";
import type { OrderState, OutgoingFact, PaymentFact } from "./order-facts.ts";

/** Emails to an order's customer, and those to the operator. */
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
export type OrderTask = { job: "email"; kind: OrderEmailKind } | { job: "payout" } | { job: "refund" };

/** What came into the owner's wallet, by its transfer; `settlesAt` of a payout or cashback. Minor units. */
export type WalletCredit = { transferId: string; asset: string; amount: bigint; settlesAt: Date | null };
/** What the owner's wallet gave back of an earlier credit, and what its member owes for the rest. */
type WalletTakenBack = { transferId: string; asset: string; taken: bigint; owed: bigint };

/** The effect of one event on an order, applied in one transaction. */
export type Decision = {
  target: OrderStatus;
  order: OrderState;
  /** New and changed rows only. */
  payments: PaymentFact[];
  outgoing: OutgoingFact[];
  bookings: Booking[];
  /** All transfers of the order, those of `bookings` included. */
  entries: OrderEntry[];
  tasks: OrderTask[];
  credited: WalletCredit[];
  takenBack: WalletTakenBack[];
  /** Timeline note: a code or the words of a person, never a translated sentence. */
  note: string | null;
  /** True for a change too small for the timeline and a new version (one more confirmation). */
  isQuiet: boolean;
};

/** A duplicate event: the order stays as it is and is returned to the caller. */
export type Unchanged = { unchanged: true };
export const unchanged: Unchanged = { unchanged: true };
