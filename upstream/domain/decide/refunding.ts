import { isAllFinal } from "../condition.ts";
import { addTask, customerAccount, type DecisionDraft, hold, moveTo, voidHold } from "../decision-draft.ts";
import { accounts } from "../ledger/booking.ts";
import type { EventOf } from "../order-event.ts";
import type { OutgoingFact } from "../order-facts.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { settleLostDisputes } from "./disputes.ts";
import { rest } from "./finish.ts";
import { makeGoodOfRefund } from "./loss.ts";
import { isMoneyHere, isMoneyIn } from "./order-predicates.ts";
import { bookNetworkFee, markSent, nextOutgoing, sendingOf } from "./payout.ts";
import { awaitRefund, type RefundLeg, refundLegs, toRefund } from "./refund.ts";
import { leaveHold, putOnHold, waitFor } from "./wait.ts";

/** One movement back at a time; the fee goes to the reserve with it, or not at all. */
export function refundStarted(turn: DecisionDraft): Refusal | undefined {
  const [leg] = refundLegs(turn);
  if (!leg || leg.account === null || !isAllFinal(turn) || leg.amount <= leg.fee) return refuse("invalid_transition");
  const cash = turn.facts.cash[accounts.rail(leg.rail, leg.asset)] ?? 0n;
  if (leg.amount - leg.fee > cash) {
    waitFor(turn, "reserve_low", turn.facts.policy.reminderSeconds);
    return undefined;
  }
  turn.outgoing.push(promise(turn, leg, leg.account));
  leaveHold(turn);
  moveTo(turn, "refunding");
  return undefined;
}

function promise(turn: DecisionDraft, leg: RefundLeg, account: string): OutgoingFact {
  const { asset, fee, rail, memo } = leg;
  const debit = customerAccount(turn, asset);
  const amount = leg.amount - fee;
  const transferId = hold(turn, "refund", { debit, credit: accounts.rail(rail, asset), asset, amount, code: "refund" });
  const toReserve = { debit, credit: accounts.reserve(asset), asset, amount: fee, code: "refund_fee" } as const;
  const feeTransferId = fee > 0n ? hold(turn, "refund-fee", toReserve) : null;
  return { ...nextOutgoing(turn, "refund"), rail, asset, amount, fee, account, memo, transferId, feeTransferId };
}

export function refundDone(turn: DecisionDraft, event: EventOf<"refund_done">): Refusal | undefined {
  const refund = sendingOf(turn, event.outgoingId);
  if (!refund) return refuse("invalid_transition");
  markSent(turn, refund, event.txId);
  bookNetworkFee(turn, refund, event.networkFee);
  addTask(turn, { job: "letter", kind: "refunded" });
  settleLostDisputes(turn);
  if (turn.order.disputeFlag !== null && isMoneyHere(turn)) return putOnHold(turn, "dispute");
  if (isMoneyIn(turn) || !isAllFinal(turn)) awaitRefund(turn);
  else rest(turn);
  // One about the exchange itself, opened while a surplus went back: it begins now, as after a payout.
  if (turn.order.status === "completed" && turn.order.disputeFlag !== null) moveTo(turn, "disputed");
  return undefined;
}

export function refundFailed(turn: DecisionDraft, event: EventOf<"refund_failed">): Refusal | undefined {
  const refund = sendingOf(turn, event.outgoingId);
  if (!refund) return refuse("invalid_transition");
  voidRefund(turn, refund);
  turn.note = event.reason;
  const isLost = settleLostDisputes(turn);
  if (makeGoodOfRefund(turn)) return rest(turn);
  if (turn.order.disputeFlag !== null) return putOnHold(turn, "dispute");
  if (!isLost) return putOnHold(turn, "payout_error");
  return isMoneyHere(turn) ? toRefund(turn) : rest(turn);
}

/** Both promises, the money's and the fee's. */
function voidRefund(turn: DecisionDraft, refund: OutgoingFact): undefined {
  voidHold(turn, refund.transferId);
  if (refund.feeTransferId !== null) voidHold(turn, refund.feeTransferId);
  Object.assign(refund, { status: "failed", settledAt: turn.facts.now });
}
