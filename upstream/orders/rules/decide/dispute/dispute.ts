import { arrivalOf } from "../../../../ledger/rules/order-ledger.ts";
import { takenBackNames } from "../../../../ledger/rules/taken-back-names.ts";
import { type Refusal, refuse } from "../../../../shared/rules/refusal.ts";
import { type DecisionBuilder, moveTo, toBalance } from "../../decision-builder.ts";
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
export function disputeOpened(decision: DecisionBuilder, event: EventOf<"dispute_opened">): Refusal | undefined {
  const { order } = decision;
  const left = undisputed(decision);
  const amount = event.amount ?? left;
  if (order.received === 0n || amount <= 0n) return refuse("invalid_transition");
  addDispute(decision, event, amount < order.received ? amount : order.received);
  switch (order.status) {
    case "completed":
      moveTo(decision, "disputed");
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
      if (!isVetoed(decision)) putOnHold(decision, "dispute");
      return undefined;
  }
}

export function disputeWon(decision: DecisionBuilder, event: EventOf<"dispute_won">): Refusal | undefined {
  const { order } = decision;
  const dispute = openDispute(decision, event.caseId);
  if (dispute === undefined) return refuse("invalid_transition");
  winDispute(decision, dispute);
  if (order.disputeFlag !== null) return undefined;
  switch (order.status) {
    case "disputed":
      order.restingStatus = isAnyLost(decision) ? "charged_back" : "completed";
      if (isMoneyHere(decision)) resume(decision);
      else finish(decision);
      return undefined;
    case "on_hold":
      // A hold with another veto continues after the dispute.
      if (order.holdReason === "dispute") resumeAfterDispute(decision);
      return undefined;
    default:
      return undefined;
  }
}

/** Continues what the dispute interrupted: a refund as a refund, otherwise by the money in the order. */
function resumeAfterDispute(decision: DecisionBuilder): undefined {
  if (isAnyLost(decision)) afterLoss(decision);
  else if (isRefundOnly(decision) && isMoneyIn(decision) && toBalance(decision) === 0n) toRefund(decision);
  else resume(decision);
}

export function disputeLost(decision: DecisionBuilder, event: EventOf<"dispute_lost">): Refusal | undefined {
  const { order } = decision;
  const dispute = openDispute(decision, event.caseId);
  if (dispute === undefined) return refuse("invalid_transition");
  if (order.status === "sending" || order.status === "refunding") {
    // The transfer in progress decides whether the customer still has money here to bear the loss.
    dispute.state = "lost_meanwhile";
    return undefined;
  }
  loseDisputes(decision, [dispute]);
  switch (order.status) {
    case "disputed":
    case "on_hold":
      order.restingStatus = "charged_back";
      releaseReserve(decision);
      if (order.disputeFlag === null) afterLoss(decision);
      return undefined;
    default:
      return undefined;
  }
}

/** Refunds what is left to the customer, unless the order is on hold for another reason. */
function afterLoss(decision: DecisionBuilder): undefined {
  if (decision.order.status === "on_hold" && decision.order.holdReason !== "dispute" && isMoneyHere(decision)) return;
  if (!isMoneyHere(decision)) finish(decision);
  else if (decision.order.status === "disputed") waitForExtraMoney(decision);
  else toRefund(decision);
}

/** A final payment was reversed without a case: booked like a lost dispute. */
export function paymentReversed(decision: DecisionBuilder, event: EventOf<"payment_reversed">): Refusal | undefined {
  const payment = paymentOf(decision, event);
  if (isOverUnpaid(decision) || payment?.status !== "final") return refuse("invalid_transition");
  const { asset, amount } = payment;
  const isOwn = asset === decision.order.fromAsset;
  const arrival = arrivalOf(decision.entries, payment);
  if (arrival === undefined) throw new Error(`The payment ${payment.id} is final, but no transfer books it.`);
  const names = takenBackNames(arrival);
  const loss = { credit: takenFrom(decision, payment, arrival), asset, amount, code: "dispute" } as const;
  if (isUnexecuted(decision)) returnUnclaimed(decision, loss, names.ofHolder);
  else takeLoss(decision, loss, names);
  payment.status = "vanished";
  if (isOwn) decision.order.received -= amount;
  decision.note = payment.railPaymentId;
  if (isUnexecuted(decision)) return undefined;
  if (decision.order.status === "processing" && isOwn) afterReversal(decision);
  else if (!isEnded(decision)) payinsChanged(decision);
  return undefined;
}

/** The fixed amounts are no longer true, so an operator must look. */
function afterReversal(decision: DecisionBuilder): undefined {
  if (!isMoneyHere(decision)) decision.order.restingStatus = "charged_back";
  putOnHold(decision, "manual_review");
}

const isEnded = ({ order }: DecisionBuilder) =>
  ["completed", "refunded", "failed", "charged_back"].includes(order.status);
