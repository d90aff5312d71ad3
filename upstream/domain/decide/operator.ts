import type { OrderStatus } from "../../../contract/order/order-states.ts";
import {
  addTask,
  assetOf,
  customerAccount,
  type DecisionDraft,
  forced,
  moveTo,
  post,
  toAccount,
  toBalance,
} from "../decision-draft.ts";
import { holdRules } from "../holds.ts";
import { accounts } from "../ledger/booking.ts";
import type { EventOf } from "../order-event.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { payOut, releaseReserve } from "./exchange.ts";
import { finalStatus } from "./finish.ts";
import {
  balanceIn,
  isExchanged,
  isMoneyHere,
  isMoneyIn,
  isRefundOnly,
  isSeen,
  isVetoed,
  wrongAssets,
} from "./order-predicates.ts";
import { afterPayout, nextOutgoing, payoutDone } from "./payout.ts";
import { awaitRefund, refundLegs, toRefund } from "./refund.ts";
import { resume } from "./resume.ts";
import { leaveHold, putOnHold } from "./wait.ts";

/** Only reasons that a person sets; the others are found by the rules. */
export function operatorHold(turn: DecisionDraft, { reason, note }: EventOf<"operator_hold">): Refusal | undefined {
  if (!holdRules[reason].isVeto || reason === "dispute" || turn.order.holdReason === "dispute") {
    return refuse("invalid_transition");
  }
  turn.note = note;
  putOnHold(turn, reason);
  return undefined;
}

/** The order goes on where it stopped. A late payment so released counts as quoted: that is the operator's to give. */
export function operatorRelease(turn: DecisionDraft, { note }: EventOf<"operator_release">): Refusal | undefined {
  const { order } = turn;
  if (order.disputeFlag !== null && order.holdReason === "dispute") return refuse("invalid_transition");
  const reason = order.holdReason;
  turn.note = note;
  if (reason === "late_payment" || reason === "rate_moved") {
    for (const payment of turn.payments) payment.onTime = "in_window";
  }
  if (reason === "payout_error" && toBalance(turn) > 0n) payOut(turn);
  else if (toBalance(turn) === 0n && isRefundOnly(turn) && isMoneyHere(turn)) toRefund(turn);
  else resume(turn);
  return order.status === "on_hold" && order.holdReason === reason ? refuse("invalid_transition") : undefined;
}

/** The gateway itself is looking at the payment. */
export function reviewHold(turn: DecisionDraft): undefined {
  putOnHold(turn, "gateway_review");
}

export function reviewClear(turn: DecisionDraft): Refusal | undefined {
  if (turn.order.holdReason !== "gateway_review") return refuse("invalid_transition");
  resume(turn);
  return undefined;
}

export function operatorRefund(
  turn: DecisionDraft,
  { account, note }: EventOf<"operator_refund">,
): Refusal | undefined {
  const { order } = turn;
  if (order.disputeFlag !== null || !isMoneyHere(turn)) return refuse("invalid_transition");
  turn.note = note;
  const missing = refundLegs(turn).find((leg) => leg.account === null)?.asset ?? order.fromAsset;
  const isOwn = assetOf(turn, missing).network === assetOf(turn, order.fromAsset).network;
  if (account !== null) Object.assign(order, isOwn ? { refundAccount: account } : { wrongRefundAccount: account });
  if (order.status === "refund_pending" && toBalance(turn) === 0n) awaitRefund(turn);
  else toRefund(turn);
  return undefined;
}

/** Paid by hand: while it is being sent, that is the rail's answer; on hold, the payout and its booking in one. */
export function operatorCompletePayout(
  turn: DecisionDraft,
  { txId, note }: EventOf<"operator_complete_payout">,
): Refusal | undefined {
  turn.note = note;
  const sending = turn.outgoing.find(({ kind, status }) => kind === "payout" && status === "sending");
  if (sending) return payoutDone(turn, { name: "payout_done", outgoingId: sending.id, txId, networkFee: null });
  const { toAsset, payoutAccount, disputeFlag } = turn.order;
  const amount = toBalance(turn);
  if (amount === 0n || payoutAccount === null || disputeFlag !== null) return refuse("invalid_transition");
  const rail = assetOf(turn, toAsset).payoutRail;
  // The person at the rail has paid already: this only says so.
  const movement = { debit: toAccount(turn), credit: accounts.rail(rail, toAsset), asset: toAsset, amount };
  forced(turn, "payout", { ...movement, code: "payout" });
  turn.outgoing.push({
    ...nextOutgoing(turn, "payout"),
    ...{ rail, asset: toAsset, amount, fee: 0n, account: payoutAccount, memo: null, feeTransferId: null },
    ...{ transferId: turn.bookings.at(-1)?.id ?? "", status: "sent", railTxId: txId, settledAt: turn.facts.now },
  });
  turn.order.sent += amount;
  addTask(turn, { job: "letter", kind: "completed" });
  afterPayout(turn);
  return undefined;
}

/**
 * The end of what nobody could be found for: kept for them, never profit. Money beyond an exchange does not undo that:
 * the order ends as what it was, and its payout can still come back. Without money it is a cancellation.
 */
export function operatorClose(turn: DecisionDraft, { note }: EventOf<"operator_close">): Refusal | undefined {
  const { order } = turn;
  if (isSeen(turn) || toBalance(turn) > 0n || order.disputeFlag !== null) return refuse("invalid_transition");
  turn.note = note;
  const isReopened = isMoneyIn(turn) || isRefundOnly(turn);
  if (order.status === "on_hold" && isReopened) return refuse("invalid_transition");
  for (const asset of [order.fromAsset, ...wrongAssets(turn)]) keep(turn, asset);
  releaseReserve(turn);
  leaveHold(turn);
  moveTo(turn, order.status === "on_hold" ? "cancelled" : endOf(turn));
  order.restingStatus = null;
  return undefined;
}

function endOf(turn: DecisionDraft): OrderStatus {
  const status = finalStatus(turn);
  return status === "expired" || status === "cancelled" ? "failed" : status;
}

function keep(turn: DecisionDraft, asset: string): undefined {
  const movement = { debit: customerAccount(turn, asset), credit: accounts.unclaimed(asset), asset };
  post(turn, `unclaimed-${asset}`, { ...movement, amount: balanceIn(turn, asset), code: "adjustment" });
}

/** At PayPal the invoice is void: nothing more can come by it. */
export function invoiceCancelled(turn: DecisionDraft): Refusal | undefined {
  const isSettled = isVetoed(turn) || isExchanged(turn) || turn.order.disputeFlag !== null;
  if (isSettled) return refuse("invalid_transition");
  if (isMoneyIn(turn)) {
    toRefund(turn);
    return undefined;
  }
  if (isMoneyHere(turn)) return refuse("invalid_transition");
  releaseReserve(turn);
  leaveHold(turn);
  moveTo(turn, "cancelled");
  addTask(turn, { job: "letter", kind: "cancelled" });
  return undefined;
}
