import type { OrderStatus } from "../../../../contract/order/order-states.ts";
import { accounts } from "../../../ledger/rules/booking.ts";
import { type Refusal, refuse } from "../../../shared/rules/refusal.ts";
import {
  addTask,
  assetOf,
  customerAccount,
  type DecisionBuilder,
  forced,
  moveTo,
  post,
  toAccount,
  toBalance,
} from "../decision-builder.ts";
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
export function operatorHold(
  decision: DecisionBuilder,
  { reason, note }: EventOf<"operator_hold">,
): Refusal | undefined {
  const isOfRules = reason === "dispute" || reason === "new_payout_account";
  if (!holdRules[reason].isVeto || isOfRules || decision.order.holdReason === "dispute") {
    return refuse("invalid_transition");
  }
  decision.note = note;
  putOnHold(decision, reason);
  return undefined;
}

/** Resumes the order. A late payment then counts at the quoted rate: the operator may grant that. */
export function operatorRelease(decision: DecisionBuilder, { note }: EventOf<"operator_release">): Refusal | undefined {
  const { order } = decision;
  if (order.disputeFlag !== null && order.holdReason === "dispute") return refuse("invalid_transition");
  const reason = order.holdReason;
  const isAlarm = isContradicted(decision);
  endAlarms(decision);
  decision.note = note;
  if (reason === "late_payment" || reason === "rate_moved") {
    for (const payment of decision.payments) payment.onTime = "in_window";
  }
  if (reason === "payout_error" && toBalance(decision) > 0n) payOut(decision);
  else if (toBalance(decision) === 0n && isRefundOnly(decision) && isMoneyHere(decision)) toRefund(decision);
  else resume(decision);
  const isSame = order.status === "on_hold" && order.holdReason === reason;
  return isSame && !isAlarm ? refuse("invalid_transition") : undefined;
}

/** The payment gateway is reviewing the payment. */
export function reviewHold(decision: DecisionBuilder): undefined {
  putOnHold(decision, "gateway_review");
}

export function reviewClear(decision: DecisionBuilder): Refusal | undefined {
  if (decision.order.holdReason !== "gateway_review") return refuse("invalid_transition");
  resume(decision);
  return undefined;
}

export function operatorRefund(
  decision: DecisionBuilder,
  { account, note }: EventOf<"operator_refund">,
): Refusal | undefined {
  const { order } = decision;
  if (order.disputeFlag !== null || !isMoneyHere(decision)) return refuse("invalid_transition");
  decision.note = note;
  endAlarms(decision);
  const missing = refundLegs(decision).find((leg) => leg.account === null)?.asset ?? order.fromAsset;
  const isOwn = assetOf(decision, missing).network === assetOf(decision, order.fromAsset).network;
  if (account !== null) {
    // A memo belongs to the address it came with.
    Object.assign(order, isOwn ? { refundAccount: account, refundMemo: null } : { wrongRefundAccount: account });
  }
  if (order.status === "refund_pending" && toBalance(decision) === 0n) awaitRefund(decision);
  else toRefund(decision);
  return undefined;
}

/** Paid by hand: records payout and booking together. Only on hold: a rail that is sending reports by itself. */
export function operatorCompletePayout(
  decision: DecisionBuilder,
  { txId, networkFee, note }: EventOf<"operator_complete_payout">,
): Refusal | undefined {
  decision.note = note;
  const { toAsset, payoutAccount, disputeFlag } = decision.order;
  const amount = toBalance(decision);
  if (amount === 0n || payoutAccount === null || disputeFlag !== null) return refuse("invalid_transition");
  const rail = assetOf(decision, toAsset).payoutRail;
  if (rail === null) return refuse("invalid_transition");
  // The operator has paid at the rail already; this only books it.
  const movement = { debit: toAccount(decision), credit: accounts.rail(rail, toAsset), asset: toAsset, amount };
  forced(decision, "payout", { ...movement, code: "payout" });
  const payout: OutgoingFact = {
    ...nextOutgoing(decision, "payout"),
    ...{ rail, asset: toAsset, amount, fee: 0n, account: payoutAccount, memo: null, feeTransferId: null },
    ...{
      transferId: decision.bookings.at(-1)?.id ?? "",
      status: "sent",
      railTxId: txId,
      settledAt: decision.facts.now,
    },
  };
  decision.outgoing.push(payout);
  bookNetworkFee(decision, payout, networkFee);
  decision.order.sent += amount;
  addTask(decision, { job: "email", kind: "completed" });
  afterPayout(decision);
  return undefined;
}

/**
 * Closes an order whose customer cannot be reached. The money is kept as unclaimed, never as profit. A surplus does not
 * undo an exchange: the order keeps its final status, and its payout can still be returned. Without money the order is
 * cancelled.
 */
export function operatorClose(decision: DecisionBuilder, { note }: EventOf<"operator_close">): Refusal | undefined {
  const { order } = decision;
  if (isSeen(decision) || toBalance(decision) > 0n || order.disputeFlag !== null) return refuse("invalid_transition");
  decision.note = note;
  endAlarms(decision);
  const isReopened = isMoneyIn(decision) || isRefundOnly(decision);
  if (order.status === "on_hold" && isReopened) return refuse("invalid_transition");
  for (const asset of [order.fromAsset, ...wrongAssets(decision)]) keep(decision, asset);
  releaseReserve(decision);
  leaveHold(decision);
  moveTo(decision, order.status === "on_hold" ? "cancelled" : endOf(decision));
  order.restingStatus = null;
  return undefined;
}

function endOf(decision: DecisionBuilder): OrderStatus {
  const status = finalStatus(decision);
  return status === "expired" || status === "cancelled" ? "failed" : status;
}

function keep(decision: DecisionBuilder, asset: string): undefined {
  const movement = { debit: customerAccount(decision, asset), credit: accounts.unclaimed(asset), asset };
  post(decision, `unclaimed-${asset}`, { ...movement, amount: balanceIn(decision, asset), code: "adjustment" });
}

/** The invoice is void at PayPal: no payment can follow. */
export function invoiceCancelled(decision: DecisionBuilder): Refusal | undefined {
  const isSettled = isVetoed(decision) || isExchanged(decision) || decision.order.disputeFlag !== null;
  if (isSettled) return refuse("invalid_transition");
  if (isMoneyIn(decision)) {
    toRefund(decision);
    return undefined;
  }
  if (isMoneyHere(decision)) return refuse("invalid_transition");
  releaseReserve(decision);
  leaveHold(decision);
  moveTo(decision, "cancelled");
  addTask(decision, { job: "email", kind: "cancelled" });
  return undefined;
}
