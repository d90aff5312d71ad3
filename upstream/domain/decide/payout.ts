import type { Unchanged } from "../decision.ts";
import {
  addTask,
  assetOf,
  type DecisionDraft,
  forced,
  hold,
  moveTo,
  settle,
  toAccount,
  toBalance,
  voidHold,
} from "../decision-draft.ts";
import { accounts } from "../ledger/booking.ts";
import type { EventOf, NetworkFee } from "../order-event.ts";
import type { OutgoingFact } from "../order-facts.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { settleLostDisputes } from "./dispute/disputes.ts";
import { coverLoss } from "./dispute/loss.ts";
import { isPayable } from "./exchange.ts";
import { finish } from "./finish.ts";
import { isMoneyHere, isMoneyIn, isSeen, isVetoed } from "./order-predicates.ts";
import { toRefund } from "./refund/refund.ts";
import { resume } from "./resume.ts";
import { leaveHold, putOnHold } from "./wait.ts";

/** From here on the money counts as sent until the rail reports that it was not. */
export function payoutStarted(draft: DecisionDraft): Refusal | undefined {
  const { order } = draft;
  const { toAsset, payoutAccount } = order;
  const isWaiting = order.status === "processing" || order.holdReason === "reserve_low";
  if (!isWaiting || toBalance(draft) === 0n || payoutAccount === null) return refuse("invalid_transition");
  if (!isPayable(draft)) {
    putOnHold(draft, "reserve_low");
    return undefined;
  }
  const amount = toBalance(draft);
  const rail = assetOf(draft, toAsset).payoutRail;
  const movement = { debit: toAccount(draft), credit: accounts.rail(rail, toAsset), asset: toAsset, amount };
  const transferId = hold(draft, "payout", { ...movement, code: "payout" });
  draft.outgoing.push({
    ...nextOutgoing(draft, "payout"),
    ...{ rail, asset: toAsset, amount, fee: 0n, account: payoutAccount, memo: order.payoutMemo },
    ...{ transferId, feeTransferId: null },
  });
  leaveHold(draft);
  moveTo(draft, "sending");
  return undefined;
}

export function payoutDone(draft: DecisionDraft, event: EventOf<"payout_done">): Refusal | undefined {
  const payout = sendingOf(draft, event.outgoingId);
  if (!payout) return refuse("invalid_transition");
  markSent(draft, payout, event.txId);
  bookNetworkFee(draft, payout, event.networkFee);
  draft.order.sent += payout.amount;
  addTask(draft, { job: "email", kind: "completed" });
  afterPayout(draft);
  return undefined;
}

/**
 * After a successful payout: settles disputes lost meanwhile, starts an open one, refunds a surplus and waits for a
 * payment that is not final.
 */
export function afterPayout(draft: DecisionDraft): undefined {
  draft.order.restingStatus = "completed";
  settleLostDisputes(draft);
  if (draft.order.disputeFlag !== null) {
    if (isMoneyHere(draft)) return putOnHold(draft, "dispute");
    draft.order.restingStatus = null;
    return moveTo(draft, "disputed");
  }
  if (isMoneyIn(draft) && !isSeen(draft)) return toRefund(draft);
  finish(draft);
  // Both e-mails are due: the payout was sent, and the payment was reversed.
  if (isReversed(draft)) addTask(draft, { job: "email", kind: "charged_back" });
}

const isReversed = ({ order }: DecisionDraft) => order.status === "charged_back";

/** The rail guarantees that nothing was sent and will not be. */
export function payoutFailed(draft: DecisionDraft, event: EventOf<"payout_failed">): Refusal | undefined {
  const payout = sendingOf(draft, event.outgoingId);
  if (!payout) return refuse("invalid_transition");
  voidHold(draft, payout.transferId);
  Object.assign(payout, { status: "failed", settledAt: draft.facts.now });
  draft.note = event.reason;
  if (coverLoss(draft)) draft.order.restingStatus = statusOfLoss(draft);
  afterNoPayout(draft);
  return undefined;
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
  if (bookReturn(draft, payout, event.amount ?? payout.amount)) return undefined;
  switch (order.status) {
    case "refund_pending":
    case "refunding":
      // A refund is in progress; its end finds this money on the payout side.
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
  draft.order.sent += payout.amount;
  if (bookReturn(draft, payout, amount)) draft.order.restingStatus = statusOfLoss(draft);
  draft.note = "returned";
  afterNoPayout(draft);
}

/** Returns whether all of it repaid the reserve, because the payment had been reversed. */
function bookReturn(draft: DecisionDraft, payout: OutgoingFact, amount: bigint): boolean {
  const { rail, asset } = payout;
  const movement = { debit: accounts.rail(rail, asset), credit: toAccount(draft), asset, amount };
  forced(draft, "payout-returned", { ...movement, code: "payout_returned" });
  payout.status = "returned";
  draft.order.sent -= amount;
  return coverLoss(draft);
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

/** Final status of an order that has lost its payment: refunded at the rail, or reversed by payer or network. */
function statusOfLoss({ order, outgoing }: DecisionDraft): "refunded" | "charged_back" {
  const refunds = outgoing.filter(({ kind, status, asset }) => {
    return kind === "refund" && status === "sent" && asset === order.fromAsset;
  });
  return refunds.reduce((sum, { amount }) => sum + amount, 0n) >= order.received && order.received > 0n
    ? "refunded"
    : "charged_back";
}

/** The next attempt of this kind; fields that do not depend on its destination. */
export function nextOutgoing(draft: DecisionDraft, kind: "payout" | "refund") {
  const attempt = draft.outgoing.filter((movement) => movement.kind === kind).length + 1;
  const start = { status: "sending" as const, railTxId: null, createdAt: draft.facts.now, settledAt: null };
  return { id: `${draft.order.ref}-${kind}-${attempt}`, kind, attempt, ...start };
}

export function sendingOf(draft: DecisionDraft, id: string): OutgoingFact | undefined {
  return draft.outgoing.find((movement) => movement.id === id && movement.status === "sending");
}

export function markSent(draft: DecisionDraft, movement: OutgoingFact, txId: string | null): undefined {
  settle(draft, movement.transferId, movement.amount);
  if (movement.feeTransferId !== null) settle(draft, movement.feeTransferId, movement.fee);
  Object.assign(movement, { status: "sent", railTxId: txId, settledAt: draft.facts.now });
}

/** We bear network fees, in the asset that pays them (gas); they never reduce the customer's amount. */
export function bookNetworkFee(draft: DecisionDraft, { id, rail }: OutgoingFact, fee: NetworkFee | null): undefined {
  if (fee === null) return;
  const { asset, amount } = fee;
  const movement = { debit: accounts.reserve(asset), credit: accounts.rail(rail, asset), asset, amount };
  forced(draft, `${id}:network-fee`, { ...movement, code: "network_fee" });
}
