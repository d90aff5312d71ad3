import { accounts, walletRail } from "../../../ledger/rules/booking.ts";
import { type Refusal, refuse } from "../../../shared/rules/refusal.ts";
import type { Unchanged } from "../decision.ts";
import {
  addTask,
  type DecisionDraft,
  forced,
  hold,
  moveTo,
  payingRailOf,
  toAccount,
  toBalance,
  voidHold,
} from "../decision-draft.ts";
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
export function payoutStarted(draft: DecisionDraft): Refusal | undefined {
  const { order } = draft;
  const { toAsset, payoutAccount } = order;
  const isWaiting = order.status === "processing" || order.holdReason === "reserve_low";
  if (!isWaiting || toBalance(draft) === 0n) return refuse("invalid_transition");
  if (order.payoutToWallet) return payoutIntoWallet(draft);
  if (payoutAccount === null) return refuse("invalid_transition");
  if (isAccountNew(draft)) return waitForAccount(draft);
  const amount = toBalance(draft);
  const rail = payingRailOf(draft, toAsset);
  if (!isPayable(draft)) {
    if (!hasGas(draft, { rail, asset: toAsset, amount })) draft.note = "gas_low";
    putOnHold(draft, "reserve_low");
    return undefined;
  }
  const movement = { debit: toAccount(draft), credit: accounts.rail(rail, toAsset), asset: toAsset, amount };
  const transferId = hold(draft, "payout", { ...movement, code: "payout" });
  const payout = {
    ...nextOutgoing(draft, "payout"),
    ...{ rail, asset: toAsset, amount, fee: 0n, account: payoutAccount, memo: order.payoutMemo },
    ...{ transferId, feeTransferId: null },
  };
  holdGas(draft, payout);
  draft.outgoing.push(payout);
  leaveHold(draft);
  moveTo(draft, "sending");
  return undefined;
}

/** Nothing leaves us, so no rail needs to have the money. Without a wallet the customer names an account. */
function payoutIntoWallet(draft: DecisionDraft): undefined {
  const { toAsset: asset } = draft.order;
  const wallet = ownWallet(draft, "to");
  if (wallet === null) return putOnHold(draft, "payout_error");
  const amount = toBalance(draft);
  const transferId = hold(draft, "payout", {
    debit: toAccount(draft),
    credit: wallet.credit,
    asset,
    amount,
    code: "payout",
  });
  draft.outgoing.push({
    ...nextOutgoing(draft, "payout"),
    ...{ rail: walletRail, asset, amount, fee: 0n, account: wallet.account, memo: null },
    ...{ transferId, feeTransferId: null },
  });
  leaveHold(draft);
  moveTo(draft, "sending");
}

export function payoutDone(draft: DecisionDraft, event: EventOf<"payout_done">): Refusal | undefined {
  const payout = sendingOf(draft, event.outgoingId);
  if (!payout) return lateResult(draft, "payout", event);
  markSent(draft, payout, event.txId);
  bookNetworkFee(draft, payout, event.networkFee);
  arriveInWallet(draft, payout);
  draft.order.sent += payout.amount;
  addTask(draft, { job: "email", kind: "completed" });
  afterPayout(draft);
  return undefined;
}

/** The rail guarantees that nothing was sent and will not be. */
export function payoutFailed(draft: DecisionDraft, event: EventOf<"payout_failed">): Refusal | undefined {
  const payout = sendingOf(draft, event.outgoingId);
  if (!payout) return refuse("invalid_transition");
  voidHold(draft, payout.transferId);
  Object.assign(payout, { status: "failed", settledAt: draft.facts.now });
  draft.note = event.reason;
  bookNetworkFee(draft, payout, event.networkFee, "failed");
  const isRepaid = repayOverpaid(draft);
  if (coverLoss(draft)) draft.order.restingStatus = statusOfLoss(draft);
  else if (isRepaid && toBalance(draft) === 0n) return afterPayoutElsewhere(draft);
  afterNoPayout(draft);
  return undefined;
}

/** Another payout of this order was sent although it had been reported as failed: nothing more is owed. */
function afterPayoutElsewhere(draft: DecisionDraft): undefined {
  settleLostDisputes(draft);
  draft.order.restingStatus ??= "completed";
  putOnHold(draft, draft.order.disputeFlag === null ? "manual_review" : "dispute");
}

function afterNoPayout(draft: DecisionDraft): undefined {
  const isLost = settleLostDisputes(draft);
  if (isLost && draft.order.disputeFlag === null && isMoneyHere(draft)) {
    addTask(draft, { job: "email", kind: "dispute_lost" });
    toRefund(draft);
  } else resume(draft);
}

/** A sent payout was returned, whole or in part: it is the customer's again, less what the reserve is owed. */
export function payoutReturned(
  draft: DecisionDraft,
  event: EventOf<"payout_returned">,
): Refusal | Unchanged | undefined {
  const { order } = draft;
  const payout = draft.outgoing.find(({ id, kind }) => id === event.outgoingId && kind === "payout");
  if (payout?.status === "sending") return returnedBeforeConfirmation(draft, payout, event.amount ?? payout.amount);
  if (payout?.status !== "sent") return refuse("invalid_transition");
  if (bookReturn(draft, payout, event.amount ?? payout.amount) !== null) return undefined;
  switch (order.status) {
    case "sending":
    case "refund_pending":
    case "refunding":
      // Another payout or a refund is in progress; its end finds this money on the payout side.
      return undefined;
    default:
      // The order is no longer completed. A charged-back order stays charged back after the rest is refunded.
      order.restingStatus = order.status === "charged_back" ? order.status : null;
      return isVetoed(draft) ? undefined : resume(draft);
  }
}

/** The rail reports the return before it reports that the money was sent; the network fee follows later. */
function returnedBeforeConfirmation(draft: DecisionDraft, payout: OutgoingFact, amount: bigint): undefined {
  markSent(draft, payout, null);
  bookNetworkFee(draft, payout, null);
  draft.order.sent += payout.amount;
  const repaid = bookReturn(draft, payout, amount);
  draft.note = "returned";
  if (repaid === "paid_twice") return afterPayoutElsewhere(draft);
  if (repaid === "reversed") draft.order.restingStatus = statusOfLoss(draft);
  afterNoPayout(draft);
}

/** Returns why all of it repaid the reserve: the payment was reversed, or two payouts were sent. Null otherwise. */
function bookReturn(draft: DecisionDraft, payout: OutgoingFact, amount: bigint): "reversed" | "paid_twice" | null {
  const { rail, asset } = payout;
  const movement = { debit: accounts.rail(rail, asset), credit: toAccount(draft), asset, amount };
  forced(draft, "payout-returned", { ...movement, code: "payout_returned" });
  payout.status = "returned";
  draft.order.sent -= amount;
  const isRepaid = repayOverpaid(draft);
  if (coverLoss(draft)) return "reversed";
  return isRepaid && toBalance(draft) === 0n ? "paid_twice" : null;
}

/** The report that a returned payout was sent comes late: books its network fee, changes nothing else. */
export function payoutDoneLate(
  draft: DecisionDraft,
  { outgoingId, txId, networkFee }: EventOf<"payout_done">,
): undefined {
  const payout = draft.outgoing.find(({ id }) => id === outgoingId);
  if (!payout) return;
  payout.railTxId = txId;
  bookNetworkFee(draft, payout, networkFee);
}
