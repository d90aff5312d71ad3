import { type DecisionDraft, moveTo, toBalance } from "../decision-draft.ts";
import { paymentOf } from "../duplicate-events.ts";
import { accounts } from "../ledger/booking.ts";
import type { EventOf } from "../order-event.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { addDispute, isAnyLost, loseDisputes, openDispute, undisputed, winDispute } from "./disputes.ts";
import { releaseReserve } from "./exchange.ts";
import { rest, waitForExtraMoney } from "./finish.ts";
import { takeLoss } from "./loss.ts";
import { isMoneyHere, isMoneyIn, isRefundOnly, isVetoed } from "./order-predicates.ts";
import { payinsChanged } from "./payments.ts";
import { toRefund } from "./refund.ts";
import { resume } from "./resume.ts";
import { putOnHold } from "./wait.ts";

/** The rail sets the money aside until the dispute is decided; nothing of it leaves us meanwhile. */
export function disputeOpened(turn: DecisionDraft, event: EventOf<"dispute_opened">): Refusal | undefined {
  const { order } = turn;
  const left = undisputed(turn);
  const amount = event.amount ?? left;
  if (order.received === 0n || amount <= 0n) return refuse("invalid_transition");
  addDispute(turn, event, amount < order.received ? amount : order.received);
  switch (order.status) {
    case "completed":
      moveTo(turn, "disputed");
      return undefined;
    case "sending":
    case "refunding":
    // A transfer being sent cannot be recalled: the dispute begins when it has ended. See docs/decisions/085.
    case "disputed":
    case "refunded":
    case "failed":
    case "charged_back":
      return undefined;
    default:
      if (!isVetoed(turn)) putOnHold(turn, "dispute");
      return undefined;
  }
}

export function disputeWon(turn: DecisionDraft, event: EventOf<"dispute_won">): Refusal | undefined {
  const { order } = turn;
  const dispute = openDispute(turn, event.caseId);
  if (dispute === undefined) return refuse("invalid_transition");
  winDispute(turn, dispute);
  if (order.disputeFlag !== null) return undefined;
  switch (order.status) {
    case "disputed":
      order.restingStatus = isAnyLost(turn) ? "charged_back" : "completed";
      if (isMoneyHere(turn)) resumeAfterDispute(turn);
      else rest(turn);
      return undefined;
    case "on_hold":
      // Another veto outlives the dispute.
      if (order.holdReason === "dispute") resumeAfterDispute(turn);
      return undefined;
    default:
      return undefined;
  }
}

/** What the dispute stopped goes on: a refund as a refund, the rest by the money that is there. */
function resumeAfterDispute(turn: DecisionDraft): undefined {
  if (isAnyLost(turn)) afterLoss(turn);
  else if (isRefundOnly(turn) && isMoneyIn(turn) && toBalance(turn) === 0n) toRefund(turn);
  else resume(turn);
}

export function disputeLost(turn: DecisionDraft, event: EventOf<"dispute_lost">): Refusal | undefined {
  const { order } = turn;
  const dispute = openDispute(turn, event.caseId);
  if (dispute === undefined) return refuse("invalid_transition");
  if (order.status === "sending" || order.status === "refunding") {
    // Whether the customer still has something here to bear it is known when what is under way has ended.
    dispute.state = "lost_meanwhile";
    return undefined;
  }
  loseDisputes(turn, [dispute]);
  switch (order.status) {
    case "disputed":
    case "on_hold":
      order.restingStatus = "charged_back";
      releaseReserve(turn);
      if (order.disputeFlag === null) afterLoss(turn);
      return undefined;
    default:
      return undefined;
  }
}

/** Whatever is left is the customer's and goes back, unless somebody else holds it. */
function afterLoss(turn: DecisionDraft): undefined {
  if (turn.order.status === "on_hold" && turn.order.holdReason !== "dispute" && isMoneyHere(turn)) return;
  if (!isMoneyHere(turn)) rest(turn);
  else if (turn.order.status === "disputed") waitForExtraMoney(turn);
  else toRefund(turn);
}

/** A payment that was final is gone after all, without a case: booked like a dispute that was lost. */
export function paymentReversed(turn: DecisionDraft, event: EventOf<"payment_reversed">): Refusal | undefined {
  const payment = paymentOf(turn, event);
  if (payment?.status !== "final") return refuse("invalid_transition");
  const { rail, asset, amount } = payment;
  const isOwn = asset === turn.order.fromAsset;
  takeLoss(turn, { credit: accounts.rail(rail, asset), asset, amount, code: "dispute" });
  payment.status = "vanished";
  if (isOwn) turn.order.received -= amount;
  turn.note = payment.railPaymentId;
  if (turn.order.status === "processing" && isOwn) afterReversal(turn);
  else if (!isEnded(turn)) payinsChanged(turn);
  return undefined;
}

/** The amounts were fixed and are no longer true: somebody has to look. */
function afterReversal(turn: DecisionDraft): undefined {
  if (!isMoneyHere(turn)) turn.order.restingStatus = "charged_back";
  putOnHold(turn, "manual_review");
}

const isEnded = ({ order }: DecisionDraft) =>
  ["completed", "refunded", "failed", "charged_back"].includes(order.status);
