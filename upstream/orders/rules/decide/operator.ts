import type { OrderStatus } from "../../../../contract/order/order-states.ts";
import { accounts } from "../../../ledger/rules/booking.ts";
import { type Refusal, refuse } from "../../../shared/rules/refusal.ts";
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
import type { EventOf } from "../order-event.ts";
import type { OutgoingFact } from "../order-facts.ts";
import { afterPayout } from "./after-payout.ts";
import { payOut, releaseReserve } from "./exchange.ts";
import { endAlarms, finalStatus, isContradicted } from "./finish.ts";
import { bookNetworkFee } from "./gas.ts";
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

import { awaitRefund, refundLegs, toRefund } from "./refund/refund.ts";
import { resume } from "./resume.ts";
import { nextOutgoing } from "./transfers.ts";
import { leaveHold, putOnHold } from "./wait.ts";

/** Only reasons that an operator sets; the others follow from the rules. */
export function operatorHold(draft: DecisionDraft, { reason, note }: EventOf<"operator_hold">): Refusal | undefined {
  const isOfRules = reason === "dispute" || reason === "new_payout_account";
  if (!holdRules[reason].isVeto || isOfRules || draft.order.holdReason === "dispute") {
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
  const isAlarm = isContradicted(draft);
  endAlarms(draft);
  draft.note = note;
  if (reason === "late_payment" || reason === "rate_moved") {
    for (const payment of draft.payments) payment.onTime = "in_window";
  }
  if (reason === "payout_error" && toBalance(draft) > 0n) payOut(draft);
  else if (toBalance(draft) === 0n && isRefundOnly(draft) && isMoneyHere(draft)) toRefund(draft);
  else resume(draft);
  const isSame = order.status === "on_hold" && order.holdReason === reason;
  return isSame && !isAlarm ? refuse("invalid_transition") : undefined;
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
  endAlarms(draft);
  const missing = refundLegs(draft).find((leg) => leg.account === null)?.asset ?? order.fromAsset;
  const isOwn = assetOf(draft, missing).network === assetOf(draft, order.fromAsset).network;
  if (account !== null) {
    // A memo belongs to the address it came with.
    Object.assign(order, isOwn ? { refundAccount: account, refundMemo: null } : { wrongRefundAccount: account });
  }
  if (order.status === "refund_pending" && toBalance(draft) === 0n) awaitRefund(draft);
  else toRefund(draft);
  return undefined;
}

/** Paid by hand: records payout and booking together. Only on hold: a rail that is sending reports by itself. */
export function operatorCompletePayout(
  draft: DecisionDraft,
  { txId, networkFee, note }: EventOf<"operator_complete_payout">,
): Refusal | undefined {
  draft.note = note;
  const { toAsset, payoutAccount, disputeFlag } = draft.order;
  const amount = toBalance(draft);
  if (amount === 0n || payoutAccount === null || disputeFlag !== null) return refuse("invalid_transition");
  const rail = assetOf(draft, toAsset).payoutRail;
  if (rail === null) return refuse("invalid_transition");
  // The operator has paid at the rail already; this only books it.
  const movement = { debit: toAccount(draft), credit: accounts.rail(rail, toAsset), asset: toAsset, amount };
  forced(draft, "payout", { ...movement, code: "payout" });
  const payout: OutgoingFact = {
    ...nextOutgoing(draft, "payout"),
    ...{ rail, asset: toAsset, amount, fee: 0n, account: payoutAccount, memo: null, feeTransferId: null },
    ...{ transferId: draft.bookings.at(-1)?.id ?? "", status: "sent", railTxId: txId, settledAt: draft.facts.now },
  };
  draft.outgoing.push(payout);
  bookNetworkFee(draft, payout, networkFee);
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
  endAlarms(draft);
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
