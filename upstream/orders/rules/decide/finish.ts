import type { FinalStatus } from "../../../../contract/order/order-states.ts";
import { type DecisionBuilder, moveTo, toBalance } from "../decision-builder.ts";
import { releaseReserve } from "./exchange.ts";
import { isLate, isMoneyHere, isWrongMoneyHere } from "./order-predicates.ts";
import { leaveHold, putOnHold } from "./wait.ts";

/** Ends the order. A final status needs empty accounts and no pending payment. */
export function finish(decision: DecisionBuilder): undefined {
  if (isMoneyHere(decision)) return waitForExtraMoney(decision);
  if (isContradicted(decision)) return holdForReview(decision);
  releaseReserve(decision);
  leaveHold(decision);
  moveTo(decision, finalStatus(decision));
  decision.order.restingStatus = null;
}

/** A rail has contradicted its own report about a transfer, and no operator has looked yet. */
export const isContradicted = ({ outgoing }: DecisionBuilder) => outgoing.some(({ alarm }) => alarm !== null);

/** Waits for an operator, who releases the order to the final status it would have now. */
export function holdForReview(decision: DecisionBuilder): undefined {
  decision.order.restingStatus ??= finalStatus(decision);
  putOnHold(decision, "manual_review");
}

/** An operator has decided about the order, and saw what its rail reported. */
export function endAlarms({ outgoing }: DecisionBuilder): undefined {
  for (const movement of outgoing) movement.alarm = null;
}

/** Money on an ended order can only be refunded; the customer says where to. */
export function waitForExtraMoney(decision: DecisionBuilder): undefined {
  if (toBalance(decision) > 0n) return putOnHold(decision, "payout_error");
  if (isWrongMoneyHere(decision)) return putOnHold(decision, "wrong_asset");
  putOnHold(decision, isLate(decision) ? "late_payment" : "amount_mismatch");
}

/** The status before the order was reopened; otherwise derived from its transfers. */
export function finalStatus({ order, outgoing, payments }: DecisionBuilder): FinalStatus {
  const { restingStatus } = order;
  if (restingStatus === "completed" || restingStatus === "failed" || restingStatus === "charged_back") {
    return restingStatus;
  }
  if (outgoing.some(({ kind, status }) => kind === "refund" && status === "sent")) return "refunded";
  if (order.sent > 0n) return "completed";
  // The payment was too small to refund.
  if (payments.some((payment) => payment.status === "final")) return "failed";
  return restingStatus === "cancelled" ? "cancelled" : "expired";
}
