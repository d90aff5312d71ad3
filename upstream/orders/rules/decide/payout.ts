import { accounts, walletRail } from "../../../ledger/rules/booking.ts";
import { type Refusal, refuse } from "../../../shared/rules/refusal.ts";
import type { Unchanged } from "../decision.ts";
import {
  addTask,
  type DecisionBuilder,
  forced,
  hold,
  moveTo,
  payingRailOf,
  toAccount,
  toBalance,
  voidHold,
} from "../decision-builder.ts";
import type { EventOf } from "../order-event.ts";
import type { OutgoingFact } from "../order-facts.ts";
import { afterPayout } from "./after-payout.ts";
import { settleLostDisputes } from "./dispute/disputes.ts";
import { coverLoss, statusOfLoss } from "./dispute/loss.ts";
import { isAccountNew, isPayable, waitForAccount } from "./exchange.ts";
import { bookNetworkFee, hasGas, holdGas } from "./gas.ts";
import { lateResult, repayOverpaid } from "./late-result.ts";
import { isMoneyHere, isVetoed } from "./order-predicates.ts";
import { toRefund } from "./refund/refund.ts";
import { resume } from "./resume.ts";
import { markSent, nextOutgoing, sendingOf } from "./transfers.ts";
import { leaveHold, putOnHold } from "./wait.ts";
import { arriveInWallet, ownWallet } from "./wallet-payout.ts";

/** From here on the money counts as sent until the rail reports that it was not. */
export function payoutStarted(decision: DecisionBuilder): Refusal | undefined {
  const { order } = decision;
  const { toAsset, payoutAccount } = order;
  const isWaiting = order.status === "processing" || order.holdReason === "reserve_low";
  if (!isWaiting || toBalance(decision) === 0n) return refuse("invalid_transition");
  if (order.payoutToWallet) return payoutIntoWallet(decision);
  if (payoutAccount === null) return refuse("invalid_transition");
  if (isAccountNew(decision)) return waitForAccount(decision);
  const amount = toBalance(decision);
  const rail = payingRailOf(decision, toAsset);
  if (!isPayable(decision)) {
    if (!hasGas(decision, { rail, asset: toAsset, amount })) decision.note = "gas_low";
    putOnHold(decision, "reserve_low");
    return undefined;
  }
  const movement = { debit: toAccount(decision), credit: accounts.rail(rail, toAsset), asset: toAsset, amount };
  const transferId = hold(decision, "payout", { ...movement, code: "payout" });
  const payout = {
    ...nextOutgoing(decision, "payout"),
    ...{ rail, asset: toAsset, amount, fee: 0n, account: payoutAccount, memo: order.payoutMemo },
    ...{ transferId, feeTransferId: null },
  };
  holdGas(decision, payout);
  decision.outgoing.push(payout);
  leaveHold(decision);
  moveTo(decision, "sending");
  return undefined;
}

/** Nothing leaves us, so no rail needs to have the money. Without a wallet the customer names an account. */
function payoutIntoWallet(decision: DecisionBuilder): undefined {
  const { toAsset: asset } = decision.order;
  const wallet = ownWallet(decision, "to");
  if (wallet === null) return putOnHold(decision, "payout_error");
  const amount = toBalance(decision);
  const transferId = hold(decision, "payout", {
    debit: toAccount(decision),
    credit: wallet.credit,
    asset,
    amount,
    code: "payout",
  });
  decision.outgoing.push({
    ...nextOutgoing(decision, "payout"),
    ...{ rail: walletRail, asset, amount, fee: 0n, account: wallet.account, memo: null },
    ...{ transferId, feeTransferId: null },
  });
  leaveHold(decision);
  moveTo(decision, "sending");
}

export function payoutDone(decision: DecisionBuilder, event: EventOf<"payout_done">): Refusal | undefined {
  const payout = sendingOf(decision, event.outgoingId);
  if (!payout) return lateResult(decision, "payout", event);
  markSent(decision, payout, event.txId);
  bookNetworkFee(decision, payout, event.networkFee);
  arriveInWallet(decision, payout);
  decision.order.sent += payout.amount;
  addTask(decision, { job: "email", kind: "completed" });
  afterPayout(decision);
  return undefined;
}

/** The rail guarantees that nothing was sent and will not be. */
export function payoutFailed(decision: DecisionBuilder, event: EventOf<"payout_failed">): Refusal | undefined {
  const payout = sendingOf(decision, event.outgoingId);
  if (!payout) return refuse("invalid_transition");
  voidHold(decision, payout.transferId);
  Object.assign(payout, { status: "failed", settledAt: decision.facts.now });
  decision.note = event.reason;
  bookNetworkFee(decision, payout, event.networkFee, "failed");
  const isRepaid = repayOverpaid(decision);
  if (coverLoss(decision)) decision.order.restingStatus = statusOfLoss(decision);
  else if (isRepaid && toBalance(decision) === 0n) return afterPayoutElsewhere(decision);
  afterNoPayout(decision);
  return undefined;
}

/** Another payout of this order was sent although it had been reported as failed: nothing more is owed. */
function afterPayoutElsewhere(decision: DecisionBuilder): undefined {
  settleLostDisputes(decision);
  decision.order.restingStatus ??= "completed";
  putOnHold(decision, decision.order.disputeFlag === null ? "manual_review" : "dispute");
}

function afterNoPayout(decision: DecisionBuilder): undefined {
  const isLost = settleLostDisputes(decision);
  if (isLost && decision.order.disputeFlag === null && isMoneyHere(decision)) {
    addTask(decision, { job: "email", kind: "dispute_lost" });
    toRefund(decision);
  } else resume(decision);
}

/** A sent payout was returned, whole or in part: it is the customer's again, less what the reserve is owed. */
export function payoutReturned(
  decision: DecisionBuilder,
  event: EventOf<"payout_returned">,
): Refusal | Unchanged | undefined {
  const { order } = decision;
  const payout = decision.outgoing.find(({ id, kind }) => id === event.outgoingId && kind === "payout");
  if (payout?.status === "sending") return returnedBeforeConfirmation(decision, payout, event.amount ?? payout.amount);
  if (payout?.status !== "sent") return refuse("invalid_transition");
  if (bookReturn(decision, payout, event.amount ?? payout.amount) !== null) return undefined;
  switch (order.status) {
    case "sending":
    case "refund_pending":
    case "refunding":
      // Another payout or a refund is in progress; its end finds this money on the payout side.
      return undefined;
    default:
      // The order is no longer completed. A charged-back order stays charged back after the rest is refunded.
      order.restingStatus = order.status === "charged_back" ? order.status : null;
      return isVetoed(decision) ? undefined : resume(decision);
  }
}

/** The rail reports the return before it reports that the money was sent; the network fee follows later. */
function returnedBeforeConfirmation(decision: DecisionBuilder, payout: OutgoingFact, amount: bigint): undefined {
  markSent(decision, payout, null);
  bookNetworkFee(decision, payout, null);
  decision.order.sent += payout.amount;
  const repaid = bookReturn(decision, payout, amount);
  decision.note = "returned";
  if (repaid === "paid_twice") return afterPayoutElsewhere(decision);
  if (repaid === "reversed") decision.order.restingStatus = statusOfLoss(decision);
  afterNoPayout(decision);
}

/** Returns why all of it repaid the reserve: the payment was reversed, or two payouts were sent. Null otherwise. */
function bookReturn(decision: DecisionBuilder, payout: OutgoingFact, amount: bigint): "reversed" | "paid_twice" | null {
  const { rail, asset } = payout;
  const movement = { debit: accounts.rail(rail, asset), credit: toAccount(decision), asset, amount };
  forced(decision, "payout-returned", { ...movement, code: "payout_returned" });
  payout.status = "returned";
  decision.order.sent -= amount;
  const isRepaid = repayOverpaid(decision);
  if (coverLoss(decision)) return "reversed";
  return isRepaid && toBalance(decision) === 0n ? "paid_twice" : null;
}

/** The report that a returned payout was sent comes late: books its network fee, changes nothing else. */
export function payoutDoneLate(
  decision: DecisionBuilder,
  { outgoingId, txId, networkFee }: EventOf<"payout_done">,
): undefined {
  const payout = decision.outgoing.find(({ id }) => id === outgoingId);
  if (!payout) return;
  payout.railTxId = txId;
  bookNetworkFee(decision, payout, networkFee);
}
