import { arrivalOf } from "../../../../ledger/rules/order-ledger.ts";
import { takenBackNames } from "../../../../ledger/rules/taken-back-names.ts";
import { type Refusal, refuse } from "../../../../shared/rules/refusal.ts";
import { type DecisionDraft, moveTo, toBalance } from "../../decision-draft.ts";
import { paymentOf } from "../../duplicate-events.ts";
import type { EventOf } from "../../order-event.ts";
import { releaseReserve } from "../exchange.ts";
import { finish, waitForExtraMoney } from "../finish.ts";
import { isMoneyHere, isMoneyIn, isRefundOnly, isVetoed } from "../order-predicates.ts";
import { payinsChanged } from "../payin/payments.ts";
import { takenFrom } from "../payin/taken-from.ts";
import { isOverUnpaid, isUnexecuted, returnUnclaimed } from "../payin/unexecuted.ts";
import { toRefund } from "../refund/refund.ts";
import { resume } from "../resume.ts";
import { putOnHold } from "../wait.ts";
import { addDispute, isAnyLost, loseDisputes, openDispute, undisputed, winDispute } from "./disputes.ts";
import { takeLoss } from "./loss.ts";

/** The rail blocks the disputed amount until the dispute is decided; we send nothing meanwhile. */
export function disputeOpened(draft: DecisionDraft, event: EventOf<"dispute_opened">): Refusal | undefined {
  const { order } = draft;
  const left = undisputed(draft);
  const amount = event.amount ?? left;
  if (order.received === 0n || amount <= 0n) return refuse("invalid_transition");
  addDispute(draft, event, amount < order.received ? amount : order.received);
  switch (order.status) {
    case "completed":
      moveTo(draft, "disputed");
      return undefined;
    case "sending":
    case "refunding":
    // A transfer in progress cannot be recalled: the dispute takes effect when it has ended. See docs/decisions/085.
    case "disputed":
    case "refunded":
    case "failed":
    case "charged_back":
      return undefined;
    default:
      if (!isVetoed(draft)) putOnHold(draft, "dispute");
      return undefined;
  }
}

export function disputeWon(draft: DecisionDraft, event: EventOf<"dispute_won">): Refusal | undefined {
  const { order } = draft;
  const dispute = openDispute(draft, event.caseId);
  if (dispute === undefined) return refuse("invalid_transition");
  winDispute(draft, dispute);
  if (order.disputeFlag !== null) return undefined;
  switch (order.status) {
    case "disputed":
      order.restingStatus = isAnyLost(draft) ? "charged_back" : "completed";
      if (isMoneyHere(draft)) resume(draft);
      else finish(draft);
      return undefined;
    case "on_hold":
      // A hold with another veto continues after the dispute.
      if (order.holdReason === "dispute") resumeAfterDispute(draft);
      return undefined;
    default:
      return undefined;
  }
}

/** Continues what the dispute interrupted: a refund as a refund, otherwise by the money in the order. */
function resumeAfterDispute(draft: DecisionDraft): undefined {
  if (isAnyLost(draft)) afterLoss(draft);
  else if (isRefundOnly(draft) && isMoneyIn(draft) && toBalance(draft) === 0n) toRefund(draft);
  else resume(draft);
}

export function disputeLost(draft: DecisionDraft, event: EventOf<"dispute_lost">): Refusal | undefined {
  const { order } = draft;
  const dispute = openDispute(draft, event.caseId);
  if (dispute === undefined) return refuse("invalid_transition");
  if (order.status === "sending" || order.status === "refunding") {
    // The transfer in progress decides whether the customer still has money here to bear the loss.
    dispute.state = "lost_meanwhile";
    return undefined;
  }
  loseDisputes(draft, [dispute]);
  switch (order.status) {
    case "disputed":
    case "on_hold":
      order.restingStatus = "charged_back";
      releaseReserve(draft);
      if (order.disputeFlag === null) afterLoss(draft);
      return undefined;
    default:
      return undefined;
  }
}

/** Refunds what is left to the customer, unless the order is on hold for another reason. */
function afterLoss(draft: DecisionDraft): undefined {
  if (draft.order.status === "on_hold" && draft.order.holdReason !== "dispute" && isMoneyHere(draft)) return;
  if (!isMoneyHere(draft)) finish(draft);
  else if (draft.order.status === "disputed") waitForExtraMoney(draft);
  else toRefund(draft);
}

/** A final payment was reversed without a case: booked like a lost dispute. */
export function paymentReversed(draft: DecisionDraft, event: EventOf<"payment_reversed">): Refusal | undefined {
  const payment = paymentOf(draft, event);
  if (isOverUnpaid(draft) || payment?.status !== "final") return refuse("invalid_transition");
  const { asset, amount } = payment;
  const isOwn = asset === draft.order.fromAsset;
  const arrival = arrivalOf(draft.entries, payment);
  if (arrival === undefined) throw new Error(`The payment ${payment.id} is final, but no transfer books it.`);
  const names = takenBackNames(arrival);
  const loss = { credit: takenFrom(draft, payment, arrival), asset, amount, code: "dispute" } as const;
  if (isUnexecuted(draft)) returnUnclaimed(draft, loss, names.ofHolder);
  else takeLoss(draft, loss, names);
  payment.status = "vanished";
  if (isOwn) draft.order.received -= amount;
  draft.note = payment.railPaymentId;
  if (isUnexecuted(draft)) return undefined;
  if (draft.order.status === "processing" && isOwn) afterReversal(draft);
  else if (!isEnded(draft)) payinsChanged(draft);
  return undefined;
}

/** The fixed amounts are no longer true, so an operator must look. */
function afterReversal(draft: DecisionDraft): undefined {
  if (!isMoneyHere(draft)) draft.order.restingStatus = "charged_back";
  putOnHold(draft, "manual_review");
}

const isEnded = ({ order }: DecisionDraft) =>
  ["completed", "refunded", "failed", "charged_back"].includes(order.status);
