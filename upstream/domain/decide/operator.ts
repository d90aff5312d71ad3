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
import { awaitRefund, refundLegs, toRefund } from "./refund/refund.ts";
import { resume } from "./resume.ts";
import { leaveHold, putOnHold } from "./wait.ts";

/** Only reasons that an operator sets; the others follow from the rules. */
export function operatorHold(draft: DecisionDraft, { reason, note }: EventOf<"operator_hold">): Refusal | undefined {
  if (!holdRules[reason].isVeto || reason === "dispute" || draft.order.holdReason === "dispute") {
    return refuse("invalid_transition");
  }
  draft.note = note;
  putOnHold(draft, reason);
  return undefined;
}

/** Resumes the order. A late payment then counts at the quoted rate: the operator may grant that. */
export function operatorRelease(draft: DecisionDraft, { note }: EventOf<"operator_release">): Refusal | undefined {
  const { order } = draft;
  if (order.disputeFlag !== null && order.holdReason === "dispute") return refuse("invalid_transition");
  const reason = order.holdReason;
  draft.note = note;
  if (reason === "late_payment" || reason === "rate_moved") {
    for (const payment of draft.payments) payment.onTime = "in_window";
  }
  if (reason === "payout_error" && toBalance(draft) > 0n) payOut(draft);
  else if (toBalance(draft) === 0n && isRefundOnly(draft) && isMoneyHere(draft)) toRefund(draft);
  else resume(draft);
  return order.status === "on_hold" && order.holdReason === reason ? refuse("invalid_transition") : undefined;
}

/** The payment gateway is reviewing the payment. */
export function reviewHold(draft: DecisionDraft): undefined {
  putOnHold(draft, "gateway_review");
}

export function reviewClear(draft: DecisionDraft): Refusal | undefined {
  if (draft.order.holdReason !== "gateway_review") return refuse("invalid_transition");
  resume(draft);
  return undefined;
}

export function operatorRefund(
  draft: DecisionDraft,
  { account, note }: EventOf<"operator_refund">,
): Refusal | undefined {
  const { order } = draft;
  if (order.disputeFlag !== null || !isMoneyHere(draft)) return refuse("invalid_transition");
  draft.note = note;
  const missing = refundLegs(draft).find((leg) => leg.account === null)?.asset ?? order.fromAsset;
  const isOwn = assetOf(draft, missing).network === assetOf(draft, order.fromAsset).network;
  if (account !== null) Object.assign(order, isOwn ? { refundAccount: account } : { wrongRefundAccount: account });
  if (order.status === "refund_pending" && toBalance(draft) === 0n) awaitRefund(draft);
  else toRefund(draft);
  return undefined;
}

/** Paid by hand. While a payout is being sent, this confirms it; on hold, it records payout and booking together. */
export function operatorCompletePayout(
  draft: DecisionDraft,
  { txId, note }: EventOf<"operator_complete_payout">,
): Refusal | undefined {
  draft.note = note;
  const sending = draft.outgoing.find(({ kind, status }) => kind === "payout" && status === "sending");
  if (sending) return payoutDone(draft, { name: "payout_done", outgoingId: sending.id, txId, networkFee: null });
  const { toAsset, payoutAccount, disputeFlag } = draft.order;
  const amount = toBalance(draft);
  if (amount === 0n || payoutAccount === null || disputeFlag !== null) return refuse("invalid_transition");
  const rail = assetOf(draft, toAsset).payoutRail;
  // The operator has paid at the rail already; this only books it.
  const movement = { debit: toAccount(draft), credit: accounts.rail(rail, toAsset), asset: toAsset, amount };
  forced(draft, "payout", { ...movement, code: "payout" });
  draft.outgoing.push({
    ...nextOutgoing(draft, "payout"),
    ...{ rail, asset: toAsset, amount, fee: 0n, account: payoutAccount, memo: null, feeTransferId: null },
    ...{ transferId: draft.bookings.at(-1)?.id ?? "", status: "sent", railTxId: txId, settledAt: draft.facts.now },
  });
  draft.order.sent += amount;
  addTask(draft, { job: "email", kind: "completed" });
  afterPayout(draft);
  return undefined;
}

/**
 * Closes an order whose customer cannot be reached. The money is kept as unclaimed, never as profit. A surplus does not
 * undo an exchange: the order keeps its final status, and its payout can still be returned. Without money the order is
 * cancelled.
 */
export function operatorClose(draft: DecisionDraft, { note }: EventOf<"operator_close">): Refusal | undefined {
  const { order } = draft;
  if (isSeen(draft) || toBalance(draft) > 0n || order.disputeFlag !== null) return refuse("invalid_transition");
  draft.note = note;
  const isReopened = isMoneyIn(draft) || isRefundOnly(draft);
  if (order.status === "on_hold" && isReopened) return refuse("invalid_transition");
  for (const asset of [order.fromAsset, ...wrongAssets(draft)]) keep(draft, asset);
  releaseReserve(draft);
  leaveHold(draft);
  moveTo(draft, order.status === "on_hold" ? "cancelled" : endOf(draft));
  order.restingStatus = null;
  return undefined;
}

function endOf(draft: DecisionDraft): OrderStatus {
  const status = finalStatus(draft);
  return status === "expired" || status === "cancelled" ? "failed" : status;
}

function keep(draft: DecisionDraft, asset: string): undefined {
  const movement = { debit: customerAccount(draft, asset), credit: accounts.unclaimed(asset), asset };
  post(draft, `unclaimed-${asset}`, { ...movement, amount: balanceIn(draft, asset), code: "adjustment" });
}

/** The invoice is void at PayPal: no payment can follow. */
export function invoiceCancelled(draft: DecisionDraft): Refusal | undefined {
  const isSettled = isVetoed(draft) || isExchanged(draft) || draft.order.disputeFlag !== null;
  if (isSettled) return refuse("invalid_transition");
  if (isMoneyIn(draft)) {
    toRefund(draft);
    return undefined;
  }
  if (isMoneyHere(draft)) return refuse("invalid_transition");
  releaseReserve(draft);
  leaveHold(draft);
  moveTo(draft, "cancelled");
  addTask(draft, { job: "email", kind: "cancelled" });
  return undefined;
}
