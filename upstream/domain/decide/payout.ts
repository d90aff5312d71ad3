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
export function payoutStarted(turn: DecisionDraft): Refusal | undefined {
  const { order } = turn;
  const { toAsset, payoutAccount } = order;
  const isWaiting = order.status === "processing" || order.holdReason === "reserve_low";
  if (!isWaiting || toBalance(turn) === 0n || payoutAccount === null) return refuse("invalid_transition");
  if (!isPayable(turn)) {
    putOnHold(turn, "reserve_low");
    return undefined;
  }
  const amount = toBalance(turn);
  const rail = assetOf(turn, toAsset).payoutRail;
  const movement = { debit: toAccount(turn), credit: accounts.rail(rail, toAsset), asset: toAsset, amount };
  const transferId = hold(turn, "payout", { ...movement, code: "payout" });
  turn.outgoing.push({
    ...nextOutgoing(turn, "payout"),
    ...{ rail, asset: toAsset, amount, fee: 0n, account: payoutAccount, memo: order.payoutMemo },
    ...{ transferId, feeTransferId: null },
  });
  leaveHold(turn);
  moveTo(turn, "sending");
  return undefined;
}

export function payoutDone(turn: DecisionDraft, event: EventOf<"payout_done">): Refusal | undefined {
  const payout = sendingOf(turn, event.outgoingId);
  if (!payout) return refuse("invalid_transition");
  markSent(turn, payout, event.txId);
  bookNetworkFee(turn, payout, event.networkFee);
  turn.order.sent += payout.amount;
  addTask(turn, { job: "letter", kind: "completed" });
  afterPayout(turn);
  return undefined;
}

/**
 * The payout has ended well. A dispute lost meanwhile is paid for now, one still open begins; a surplus goes back, a
 * payment still on its way is waited for.
 */
export function afterPayout(turn: DecisionDraft): undefined {
  turn.order.restingStatus = "completed";
  settleLostDisputes(turn);
  if (turn.order.disputeFlag !== null) {
    if (isMoneyHere(turn)) return putOnHold(turn, "dispute");
    turn.order.restingStatus = null;
    return moveTo(turn, "disputed");
  }
  if (isMoneyIn(turn) && !isSeen(turn)) return toRefund(turn);
  rest(turn);
  // That it was sent is told as well: both are true.
  if (isTakenBack(turn)) addTask(turn, { job: "letter", kind: "charged_back" });
}

const isTakenBack = ({ order }: DecisionDraft) => order.status === "charged_back";

/** The rail is certain that nothing was sent, nor will be. */
export function payoutFailed(turn: DecisionDraft, event: EventOf<"payout_failed">): Refusal | undefined {
  const payout = sendingOf(turn, event.outgoingId);
  if (!payout) return refuse("invalid_transition");
  voidHold(turn, payout.transferId);
  Object.assign(payout, { status: "failed", settledAt: turn.facts.now });
  turn.note = event.reason;
  if (makeGood(turn)) turn.order.restingStatus = statusOfLoss(turn);
  afterNoPayout(turn);
  return undefined;
}

function afterNoPayout(turn: DecisionDraft): undefined {
  const isLost = settleLostDisputes(turn);
  if (isLost && turn.order.disputeFlag === null && isMoneyHere(turn)) {
    addTask(turn, { job: "letter", kind: "dispute_lost" });
    toRefund(turn);
  } else resume(turn);
}

/** It had gone and came back, whole or in part: the customer's again, as far as it is not ours. */
export function payoutReturned(
  turn: DecisionDraft,
  event: EventOf<"payout_returned">,
): Refusal | Unchanged | undefined {
  const { order } = turn;
  const payout = turn.outgoing.find(({ id, kind }) => id === event.outgoingId && kind === "payout");
  if (payout?.status === "sending") return returnedUnheard(turn, payout, event.amount ?? payout.amount);
  if (payout?.status !== "sent") return refuse("invalid_transition");
  if (comeBack(turn, payout, event.amount ?? payout.amount)) return undefined;
  switch (order.status) {
    case "refund_pending":
    case "refunding":
      // While money is on its way back, the end of that finds this on the payout side.
      return undefined;
    default:
      // Completed it is no longer; taken back it stays, when the rest has gone back.
      order.restingStatus = order.status === "charged_back" ? order.status : null;
      return isVetoed(turn) ? undefined : resume(turn);
  }
}

/** The rail tells us of the return before it tells us that the money had gone; what the network took, it tells later. */
function returnedUnheard(turn: DecisionDraft, payout: OutgoingFact, amount: bigint): undefined {
  markSent(turn, payout, null);
  turn.order.sent += payout.amount;
  if (comeBack(turn, payout, amount)) turn.order.restingStatus = statusOfLoss(turn);
  turn.note = "returned";
  afterNoPayout(turn);
}

/** Answers whether all of it is ours, because the payment was taken back meanwhile. */
function comeBack(turn: DecisionDraft, payout: OutgoingFact, amount: bigint): boolean {
  const { rail, asset } = payout;
  const movement = { debit: accounts.rail(rail, asset), credit: toAccount(turn), asset, amount };
  forced(turn, "payout-returned", { ...movement, code: "payout_returned" });
  payout.status = "returned";
  turn.order.sent -= amount;
  return makeGood(turn);
}

/** One that is back already turns out to have gone: its fee is ours, and nothing else has happened. */
export function payoutDoneLate(
  turn: DecisionDraft,
  { outgoingId, txId, networkFee }: EventOf<"payout_done">,
): undefined {
  const payout = turn.outgoing.find(({ id }) => id === outgoingId);
  if (!payout) return;
  payout.railTxId = txId;
  bookNetworkFee(turn, payout, networkFee);
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
export function nextOutgoing(turn: DecisionDraft, kind: "payout" | "refund") {
  const attempt = turn.outgoing.filter((movement) => movement.kind === kind).length + 1;
  const start = { status: "sending" as const, railTxId: null, createdAt: turn.facts.now, settledAt: null };
  return { id: `${turn.order.ref}-${kind}-${attempt}`, kind, attempt, ...start };
}

export function sendingOf(turn: DecisionDraft, id: string): OutgoingFact | undefined {
  return turn.outgoing.find((movement) => movement.id === id && movement.status === "sending");
}

export function markSent(turn: DecisionDraft, movement: OutgoingFact, txId: string | null): undefined {
  settle(turn, movement.transferId, movement.amount);
  if (movement.feeTransferId !== null) settle(turn, movement.feeTransferId, movement.fee);
  Object.assign(movement, { status: "sent", railTxId: txId, settledAt: turn.facts.now });
}

/** Ours to bear, in the asset that pays it (gas); never what the customer was promised. */
export function bookNetworkFee(turn: DecisionDraft, { id, rail }: OutgoingFact, fee: NetworkFee | null): undefined {
  if (fee === null) return;
  const { asset, amount } = fee;
  const movement = { debit: accounts.reserve(asset), credit: accounts.rail(rail, asset), asset, amount };
  forced(turn, `${id}:network-fee`, { ...movement, code: "network_fee" });
}
