import type { FinalStatus } from "../../../../contract/order/order-states.ts";
import { type DecisionDraft, moveTo, toBalance } from "../decision-draft.ts";
import { releaseReserve } from "./exchange.ts";
import { isLate, isMoneyHere, isWrongMoneyHere } from "./order-predicates.ts";
import { leaveHold, putOnHold } from "./wait.ts";

/** Ends the order. A final status needs empty accounts and no pending payment. */
export function finish(draft: DecisionDraft): undefined {
  if (isMoneyHere(draft)) return waitForExtraMoney(draft);
  if (isContradicted(draft)) return holdForReview(draft);
  releaseReserve(draft);
  leaveHold(draft);
  moveTo(draft, finalStatus(draft));
  draft.order.restingStatus = null;
}

/** A rail has contradicted its own report about a transfer, and no operator has looked yet. */
export const isContradicted = ({ outgoing }: DecisionDraft) => outgoing.some(({ alarm }) => alarm !== null);

/** Waits for an operator, who releases the order to the final status it would have now. */
export function holdForReview(draft: DecisionDraft): undefined {
  draft.order.restingStatus ??= finalStatus(draft);
  putOnHold(draft, "manual_review");
}

/** An operator has decided about the order, and saw what its rail reported. */
export function endAlarms({ outgoing }: DecisionDraft): undefined {
  for (const movement of outgoing) movement.alarm = null;
}

/** Money on an ended order can only be refunded; the customer says where to. */
export function waitForExtraMoney(draft: DecisionDraft): undefined {
  if (toBalance(draft) > 0n) return putOnHold(draft, "payout_error");
  if (isWrongMoneyHere(draft)) return putOnHold(draft, "wrong_asset");
  putOnHold(draft, isLate(draft) ? "late_payment" : "amount_mismatch");
}

/** The status before the order was reopened; otherwise derived from its transfers. */
export function finalStatus({ order, outgoing, payments }: DecisionDraft): FinalStatus {
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
