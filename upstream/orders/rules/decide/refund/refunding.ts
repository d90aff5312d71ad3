import { accounts, walletRail } from "../../../../ledger/rules/booking.ts";
import { type Refusal, refuse } from "../../../../shared/rules/refusal.ts";
import { isAllFinal } from "../../condition.ts";
import { addTask, customerAccount, type DecisionDraft, hold, moveTo, voidHold } from "../../decision-draft.ts";
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
export function refundStarted(draft: DecisionDraft): Refusal | undefined {
  const [leg] = refundLegs(draft);
  if (!leg || leg.account === null || !isAllFinal(draft) || leg.amount <= leg.fee) return refuse("invalid_transition");
  if (!isRefundable(draft, leg)) {
    if (!hasGas(draft, sendingBy(leg))) draft.note = "gas_low";
    waitFor(draft, "reserve_low", draft.facts.policy.reminderSeconds);
    return undefined;
  }
  draft.outgoing.push(holdRefund(draft, leg, leg.account));
  leaveHold(draft);
  moveTo(draft, "refunding");
  return undefined;
}

/** The rail has enough money for this refund and its network fee. */
export function isRefundable(draft: DecisionDraft, leg: RefundLeg): boolean {
  if (leg.rail === walletRail) return true;
  const cash = draft.facts.cash[accounts.rail(leg.rail, leg.asset)] ?? 0n;
  return leg.amount - leg.fee <= cash && hasGas(draft, sendingBy(leg));
}

const sendingBy = ({ rail, asset, amount, fee }: RefundLeg) => ({ rail, asset, amount: amount - fee });

function holdRefund(draft: DecisionDraft, leg: RefundLeg, account: string): OutgoingFact {
  const { asset, fee, rail, memo } = leg;
  const debit = customerAccount(draft, asset);
  const amount = leg.amount - fee;
  const credit = rail === walletRail ? accounts.member(account, asset) : accounts.rail(rail, asset);
  const transferId = hold(draft, "refund", {
    debit,
    credit,
    asset,
    amount,
    code: "refund",
  });
  const toReserve = { debit, credit: accounts.reserve(asset), asset, amount: fee, code: "refund_fee" } as const;
  const feeTransferId = fee > 0n ? hold(draft, "refund-fee", toReserve) : null;
  const refund = {
    ...nextOutgoing(draft, "refund"),
    rail,
    asset,
    amount,
    fee,
    account,
    memo,
    transferId,
    feeTransferId,
  };
  if (rail !== walletRail) holdGas(draft, refund);
  return refund;
}

export function refundDone(draft: DecisionDraft, event: EventOf<"refund_done">): Refusal | undefined {
  const refund = sendingOf(draft, event.outgoingId);
  if (!refund) return lateResult(draft, "refund", event);
  markSent(draft, refund, event.txId);
  bookNetworkFee(draft, refund, event.networkFee);
  arriveInWallet(draft, refund);
  addTask(draft, { job: "email", kind: "refunded" });
  settleLostDisputes(draft);
  if (draft.order.disputeFlag !== null && isMoneyHere(draft)) return putOnHold(draft, "dispute");
  if (isMoneyIn(draft) || !isAllFinal(draft)) awaitRefund(draft);
  else finish(draft);
  // A dispute about the exchange, opened while a surplus was refunded, starts now, as after a payout.
  if (draft.order.status === "completed" && draft.order.disputeFlag !== null) moveTo(draft, "disputed");
  return undefined;
}

export function refundFailed(draft: DecisionDraft, event: EventOf<"refund_failed">): Refusal | undefined {
  const refund = sendingOf(draft, event.outgoingId);
  if (!refund) return refuse("invalid_transition");
  voidRefund(draft, refund);
  bookNetworkFee(draft, refund, event.networkFee, "failed");
  draft.note = event.reason;
  if (repayOverpaid(draft) && !isMoneyHere(draft)) return finish(draft);
  const isLost = settleLostDisputes(draft);
  if (coverLossFromRefund(draft)) return finish(draft);
  if (draft.order.disputeFlag !== null) return putOnHold(draft, "dispute");
  if (!isLost) return putOnHold(draft, "payout_error");
  return isMoneyHere(draft) ? toRefund(draft) : finish(draft);
}

/** Voids both holds, the amount's and the fee's. */
function voidRefund(draft: DecisionDraft, refund: OutgoingFact): undefined {
  voidHold(draft, refund.transferId);
  if (refund.feeTransferId !== null) voidHold(draft, refund.feeTransferId);
  Object.assign(refund, { status: "failed", settledAt: draft.facts.now });
}
