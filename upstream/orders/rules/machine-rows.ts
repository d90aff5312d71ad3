import type { OrderStatus } from "../../../contract/order/order-states.ts";
import type { OrderEventName } from "./order-event.ts";

/** The statuses one event may lead to from one status, and why. The same status means: recorded, no change. */
type Cell = { to: readonly OrderStatus[]; why: string };
export type Row = Partial<Record<OrderEventName, Cell>>;

export const cell = (why: string, ...to: OrderStatus[]): Cell => ({ to, why });

/** Final statuses that an order returns to when the payment that reopened it has vanished. */
export const ends = ["completed", "refunded", "failed", "charged_back"] as const;
/** Statuses an order may resume to after a hold. */
export const afterHold = [
  "awaiting_payment",
  "confirming",
  "processing",
  "on_hold",
  "expired",
  "cancelled",
  ...ends,
] as const;

export const reopened: Row = {
  payment_seen: cell("Payment to an ended order: can only be refunded", "on_hold"),
  payment_final: cell("The same, reported only when final", "on_hold"),
};
export const noted = (status: OrderStatus): Row => ({
  payment_reversed: cell("Booked as a loss; the final status stays", status),
  refunded_at_rail: cell("Booked as a loss; the final status stays", status),
});
/** A dispute on an ended order moves only money at the rail. */
export const disputedAfterwards = (status: OrderStatus): Row => ({
  dispute_opened: cell("The rail blocks the disputed amount", status),
  dispute_won: cell("The rail releases the disputed amount", status),
  dispute_lost: cell("Booked as a loss", status),
});
export const underway = (status: OrderStatus): Row => ({
  payment_seen: cell("Recorded; decided when the transfer being sent has ended", status),
  payment_final: cell("Booked; decided when the transfer being sent has ended", status),
  payment_vanished: cell("Recorded", status),
});
/** A rail contradicts its own report: what failed was sent after all, or it was sent by another transaction too. */
const why = "Sent although reported as failed, or by another transaction too";
export const paidOut = (...to: OrderStatus[]): Row => ({ payout_done: cell(why, ...to) });
export const contradicted = (...to: OrderStatus[]): Row => ({ ...paidOut(...to), refund_done: cell(why, ...to) });
/** Orders that were never executed, whose address or invoice is known all the same. */
export const unexecuted = (status: OrderStatus): Row => ({
  payment_vanished: cell("Recorded", status),
  payment_reversed: cell("Taken from the unclaimed money", status),
  refunded_at_rail: cell("Returned from the unclaimed money", status),
});
export const unpaid: Row = {
  payment_seen: cell("Not final yet, or different from the quote", "confirming", "on_hold"),
  payment_final: cell("Final immediately", "processing", "on_hold"),
};
