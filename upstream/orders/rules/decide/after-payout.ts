import { addTask, type DecisionDraft, moveTo } from "../decision-draft.ts";
import { settleLostDisputes } from "./dispute/disputes.ts";
import { finish } from "./finish.ts";
import { isMoneyHere, isMoneyIn, isSeen } from "./order-predicates.ts";
import { toRefund } from "./refund/refund.ts";
import { putOnHold } from "./wait.ts";

/**
 * After a successful payout: settles disputes lost meanwhile, starts an open one, refunds a surplus and waits for a
 * payment that is not final.
 */
export function afterPayout(draft: DecisionDraft): undefined {
  draft.order.restingStatus = "completed";
  settleLostDisputes(draft);
  if (draft.order.disputeFlag !== null) {
    if (isMoneyHere(draft)) return putOnHold(draft, "dispute");
    draft.order.restingStatus = null;
    return moveTo(draft, "disputed");
  }
  if (isMoneyIn(draft) && !isSeen(draft)) return toRefund(draft);
  finish(draft);
  // Both emails are due: the payout was sent, and the payment was reversed.
  if (isReversed(draft)) addTask(draft, { job: "email", kind: "charged_back" });
}

const isReversed = ({ order }: DecisionDraft) => order.status === "charged_back";
