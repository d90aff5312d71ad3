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
import { settleLostDisputes } from "./disputes.ts";
import { isPayable } from "./exchange.ts";
import { rest } from "./finish.ts";
import { makeGood } from "./loss.ts";
import { isMoneyHere, isMoneyIn, isSeen, isVetoed } from "./order-predicates.ts";
import { toRefund } from "./refund.ts";
import { resume } from "./resume.ts";
import { leaveHold, putOnHold } from "./wait.ts";

/** From here on the money is on its way as far as we know, until the rail says otherwise for certain. */
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
  addTask(draft, { job: "letter", kind: "completed" });
  afterPayout(draft);
  return undefined;
}

/**
 * The payout has ended well. A dispute lost meanwhile is paid for now, one still open begins; a surplus goes back, a
 * payment still on its way is waited for.
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
  rest(draft);
  // That it was sent is told as well: both are true.
  if (isTakenBack(draft)) addTask(draft, { job: "letter", kind: "charged_back" });
}

const isTakenBack = ({ order }: DecisionDraft) => order.status === "charged_back";

/** The rail is certain that nothing was sent, nor will be. */
export function payoutFailed(draft: DecisionDraft, event: EventOf<"payout_failed">): Refusal | undefined {
  const payout = sendingOf(draft, event.outgoingId);
  if (!payout) return refuse("invalid_transition");
  voidHold(draft, payout.transferId);
  Object.assign(payout, { status: "failed", settledAt: draft.facts.now });
  draft.note = event.reason;
  if (makeGood(draft)) draft.order.restingStatus = statusOfLoss(draft);
  afterNoPayout(draft);
  return undefined;
}

function afterNoPayout(draft: DecisionDraft): undefined {
  const isLost = settleLostDisputes(draft);
  if (isLost && draft.order.disputeFlag === null && isMoneyHere(draft)) {
    addTask(draft, { job: "letter", kind: "dispute_lost" });
    toRefund(draft);
  } else resume(draft);
}

/** It had gone and came back, whole or in part: the customer's again, as far as it is not ours. */
export function payoutReturned(
  draft: DecisionDraft,
  event: EventOf<"payout_returned">,
): Refusal | Unchanged | undefined {
  const { order } = draft;
  const payout = draft.outgoing.find(({ id, kind }) => id === event.outgoingId && kind === "payout");
  if (payout?.status === "sending") return returnedUnheard(draft, payout, event.amount ?? payout.amount);
  if (payout?.status !== "sent") return refuse("invalid_transition");
  if (comeBack(draft, payout, event.amount ?? payout.amount)) return undefined;
  switch (order.status) {
    case "refund_pending":
    case "refunding":
      // While money is on its way back, the end of that finds this on the payout side.
      return undefined;
    default:
      // Completed it is no longer; taken back it stays, when the rest has gone back.
      order.restingStatus = order.status === "charged_back" ? order.status : null;
      return isVetoed(draft) ? undefined : resume(draft);
  }
}

/** The rail tells us of the return before it tells us that the money had gone; what the network took, it tells later. */
function returnedUnheard(draft: DecisionDraft, payout: OutgoingFact, amount: bigint): undefined {
  markSent(draft, payout, null);
  draft.order.sent += payout.amount;
  if (comeBack(draft, payout, amount)) draft.order.restingStatus = statusOfLoss(draft);
  draft.note = "returned";
  afterNoPayout(draft);
}

/** Answers whether all of it is ours, because the payment was taken back meanwhile. */
function comeBack(draft: DecisionDraft, payout: OutgoingFact, amount: bigint): boolean {
  const { rail, asset } = payout;
  const movement = { debit: accounts.rail(rail, asset), credit: toAccount(draft), asset, amount };
  forced(draft, "payout-returned", { ...movement, code: "payout_returned" });
  payout.status = "returned";
  draft.order.sent -= amount;
  return makeGood(draft);
}

/** One that is back already turns out to have gone: its fee is ours, and nothing else has happened. */
export function payoutDoneLate(
  draft: DecisionDraft,
  { outgoingId, txId, networkFee }: EventOf<"payout_done">,
): undefined {
  const payout = draft.outgoing.find(({ id }) => id === outgoingId);
  if (!payout) return;
  payout.railTxId = txId;
  bookNetworkFee(draft, payout, networkFee);
}

/** Of an order whose payment is all gone: refunded past us, or taken back by its payer or its network. */
function statusOfLoss({ order, outgoing }: DecisionDraft): "refunded" | "charged_back" {
  const refunds = outgoing.filter(({ kind, status, asset }) => {
    return kind === "refund" && status === "sent" && asset === order.fromAsset;
  });
  return refunds.reduce((sum, { amount }) => sum + amount, 0n) >= order.received && order.received > 0n
    ? "refunded"
    : "charged_back";
}

/** A new attempt of this kind, as far as it does not depend on where it goes. */
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

/** Ours to bear, in the asset that pays it (gas); never what the customer was promised. */
export function bookNetworkFee(draft: DecisionDraft, { id, rail }: OutgoingFact, fee: NetworkFee | null): undefined {
  if (fee === null) return;
  const { asset, amount } = fee;
  const movement = { debit: accounts.reserve(asset), credit: accounts.rail(rail, asset), asset, amount };
  forced(draft, `${id}:network-fee`, { ...movement, code: "network_fee" });
}
