import { addTask, type DecisionBuilder, moveTo } from "../decision-builder.ts";
import { settleLostDisputes } from "./dispute/disputes.ts";
import { finish } from "./finish.ts";
import { isMoneyHere, isMoneyIn, isSeen } from "./order-predicates.ts";
import { toRefund } from "./refund/refund.ts";
import { putOnHold } from "./wait.ts";

/**
 * After a successful payout: settles disputes lost meanwhile, starts an open one, refunds a surplus and waits for a
 * payment that is not final.
 */
export function afterPayout(decision: DecisionBuilder): undefined {
  decision.order.restingStatus = "completed";
  settleLostDisputes(decision);
  if (decision.order.disputeFlag !== null) {
    if (isMoneyHere(decision)) return putOnHold(decision, "dispute");
    decision.order.restingStatus = null;
    return moveTo(decision, "disputed");
  }
  if (isMoneyIn(decision) && !isSeen(decision)) return toRefund(decision);
  finish(decision);
  // Both emails are due: the payout was sent, and the payment was reversed.
  if (isReversed(decision)) addTask(decision, { job: "email", kind: "charged_back" });
}

const isReversed = ({ order }: DecisionBuilder) => order.status === "charged_back";
