import { accounts, walletRail } from "../../../../ledger/rules/booking.ts";
import { type Refusal, refuse } from "../../../../shared/rules/refusal.ts";
import { isAllFinal } from "../../condition.ts";
import { addTask, customerAccount, type DecisionBuilder, hold, moveTo, voidHold } from "../../decision-builder.ts";
import type { EventOf } from "../../order-event.ts";
import type { OutgoingFact } from "../../order-facts.ts";
import { settleLostDisputes } from "../dispute/disputes.ts";
import { coverLossFromRefund } from "../dispute/loss.ts";
import { finish } from "../finish.ts";
import { bookNetworkFee, hasGas, holdGas } from "../gas.ts";
import { lateResult, repayOverpaid } from "../late-result.ts";
import { isMoneyHere, isMoneyIn } from "../order-predicates.ts";
import { markSent, nextOutgoing, sendingOf } from "../transfers.ts";
import { leaveHold, putOnHold, waitFor } from "../wait.ts";
import { arriveInWallet } from "../wallet-payout.ts";
import { awaitRefund, type RefundLeg, refundLegs, toRefund } from "./refund.ts";

/** One refund at a time; its fee goes to the reserve together with it, or not at all. */
export function refundStarted(decision: DecisionBuilder): Refusal | undefined {
  const [leg] = refundLegs(decision);
  if (!leg || leg.account === null || !isAllFinal(decision) || leg.amount <= leg.fee)
    return refuse("invalid_transition");
  if (!isRefundable(decision, leg)) {
    if (!hasGas(decision, sendingBy(leg))) decision.note = "gas_low";
    waitFor(decision, "reserve_low", decision.facts.policy.reminderSeconds);
    return undefined;
  }
  decision.outgoing.push(holdRefund(decision, leg, leg.account));
  leaveHold(decision);
  moveTo(decision, "refunding");
  return undefined;
}

/** The rail has enough money for this refund and its network fee. */
export function isRefundable(decision: DecisionBuilder, leg: RefundLeg): boolean {
  if (leg.rail === walletRail) return true;
  const cash = decision.facts.cash[accounts.rail(leg.rail, leg.asset)] ?? 0n;
  return leg.amount - leg.fee <= cash && hasGas(decision, sendingBy(leg));
}

const sendingBy = ({ rail, asset, amount, fee }: RefundLeg) => ({ rail, asset, amount: amount - fee });

function holdRefund(decision: DecisionBuilder, leg: RefundLeg, account: string): OutgoingFact {
  const { asset, fee, rail, memo } = leg;
  const debit = customerAccount(decision, asset);
  const amount = leg.amount - fee;
  const credit = rail === walletRail ? accounts.member(account, asset) : accounts.rail(rail, asset);
  const transferId = hold(decision, "refund", {
    debit,
    credit,
    asset,
    amount,
    code: "refund",
  });
  const toReserve = { debit, credit: accounts.reserve(asset), asset, amount: fee, code: "refund_fee" } as const;
  const feeTransferId = fee > 0n ? hold(decision, "refund-fee", toReserve) : null;
  const refund = {
    ...nextOutgoing(decision, "refund"),
    rail,
    asset,
    amount,
    fee,
    account,
    memo,
    transferId,
    feeTransferId,
  };
  if (rail !== walletRail) holdGas(decision, refund);
  return refund;
}

export function refundDone(decision: DecisionBuilder, event: EventOf<"refund_done">): Refusal | undefined {
  const refund = sendingOf(decision, event.outgoingId);
  if (!refund) return lateResult(decision, "refund", event);
  markSent(decision, refund, event.txId);
  bookNetworkFee(decision, refund, event.networkFee);
  arriveInWallet(decision, refund);
  addTask(decision, { job: "email", kind: "refunded" });
  settleLostDisputes(decision);
  if (decision.order.disputeFlag !== null && isMoneyHere(decision)) return putOnHold(decision, "dispute");
  if (isMoneyIn(decision) || !isAllFinal(decision)) awaitRefund(decision);
  else finish(decision);
  // A dispute about the exchange, opened while a surplus was refunded, starts now, as after a payout.
  if (decision.order.status === "completed" && decision.order.disputeFlag !== null) moveTo(decision, "disputed");
  return undefined;
}

export function refundFailed(decision: DecisionBuilder, event: EventOf<"refund_failed">): Refusal | undefined {
  const refund = sendingOf(decision, event.outgoingId);
  if (!refund) return refuse("invalid_transition");
  voidRefund(decision, refund);
  bookNetworkFee(decision, refund, event.networkFee, "failed");
  decision.note = event.reason;
  if (repayOverpaid(decision) && !isMoneyHere(decision)) return finish(decision);
  const isLost = settleLostDisputes(decision);
  if (coverLossFromRefund(decision)) return finish(decision);
  if (decision.order.disputeFlag !== null) return putOnHold(decision, "dispute");
  if (!isLost) return putOnHold(decision, "payout_error");
  return isMoneyHere(decision) ? toRefund(decision) : finish(decision);
}

/** Voids both holds, the amount's and the fee's. */
function voidRefund(decision: DecisionBuilder, refund: OutgoingFact): undefined {
  voidHold(decision, refund.transferId);
  if (refund.feeTransferId !== null) voidHold(decision, refund.feeTransferId);
  Object.assign(refund, { status: "failed", settledAt: decision.facts.now });
}
