import { comparedToQuote, paidAmount } from "../condition.ts";
import { type DecisionDraft, later, moveTo, toBalance } from "../decision-draft.ts";
import { confirmOrExchange, payOut, releaseReserve } from "./exchange.ts";
import { finish, waitForExtraMoney } from "./finish.ts";
import { isLate, isMoneyHere, isRefundOnly, isWrongMoneyHere } from "./order-predicates.ts";
import { leaveHold, putOnHold } from "./wait.ts";

/** Continues the order by the money it has: called after every payment and at the end of a hold. */
export function resume(draft: DecisionDraft): undefined {
  if (draft.order.disputeFlag !== null) return putOnHold(draft, "dispute");
  if (toBalance(draft) > 0n) return hasPayoutFailed(draft) ? putOnHold(draft, "payout_error") : payOut(draft);
  if (isRefundOnly(draft)) return isMoneyHere(draft) ? waitForExtraMoney(draft) : finish(draft);
  if (isWrongMoneyHere(draft)) return putOnHold(draft, "wrong_asset");
  if (paidAmount(draft) === 0n) return isPaidBefore(draft) ? finish(draft) : returnToPaymentWindow(draft);
  compareWithQuote(draft);
}

/** Compares the sum with the quote, and the payment time with the window. */
function compareWithQuote(draft: DecisionDraft): undefined {
  const { order, facts } = draft;
  const sum = paidAmount(draft);
  const compared = comparedToQuote(draft, sum);
  const isAgreed = compared === "exact" || (compared === "over" && order.surplusBack);
  if (!isAgreed && sum < facts.pair.minFrom) return putOnHold(draft, "below_minimum");
  if (isLate(draft)) return putOnHold(draft, isAfterGrace(draft) ? "late_payment" : "rate_moved");
  if (!isAgreed) return putOnHold(draft, "amount_mismatch");
  confirmOrExchange(draft);
}

function isAfterGrace({ order, payments }: DecisionDraft): boolean {
  const { graceUntil } = order;
  return payments.some(({ status, onTime, seenAt }) => {
    return status !== "vanished" && onTime === "late" && (graceUntil === null || seenAt > graceUntil);
  });
}

function hasPayoutFailed({ outgoing }: DecisionDraft): boolean {
  const last = outgoing.filter(({ kind }) => kind === "payout").at(-1);
  return last !== undefined && last.status !== "sending";
}

const isPaidBefore = ({ payments }: DecisionDraft) => payments.some((payment) => payment.status === "final");

/** All payments are gone: the payment window continues with its remaining time if the reserve is still held. */
function returnToPaymentWindow(draft: DecisionDraft): undefined {
  const { order, facts } = draft;
  const isInvoice = order.payinMethod === "paypal_invoice";
  const isOverdue = order.status === "on_hold" && order.graceUntil !== null && facts.now > order.graceUntil;
  const isClosed = order.restingStatus !== null || (isInvoice ? isPast(order.expiresAt, draft) : isOverdue);
  if (isClosed || (order.reserveHoldId === null && !isInvoice)) return returnToFinalStatus(draft);

  const stoppedAt = clockStoppedAt(draft);
  const locked = secondsLeft(order.rateLockedUntil, stoppedAt);
  if (locked <= 0) releaseReserve(draft);
  const minimum = facts.policy.minimumWindowSeconds;
  order.expiresAt = later(draft, Math.max(secondsLeft(order.expiresAt, stoppedAt), minimum));
  if (order.reserveHoldId !== null) {
    order.rateLockedUntil = later(draft, Math.max(locked, minimum));
    const grace = later(draft, Math.max(locked, minimum) + facts.policy.graceSeconds);
    if (order.graceUntil === null || order.graceUntil < grace) order.graceUntil = grace;
  }
  leaveHold(draft);
  moveTo(draft, "awaiting_payment");
}

function returnToFinalStatus(draft: DecisionDraft): undefined {
  const { restingStatus, status } = draft.order;
  releaseReserve(draft);
  leaveHold(draft);
  moveTo(draft, status === "confirming" ? "expired" : (restingStatus ?? "expired"));
  draft.order.restingStatus = null;
}

/** When the first vanished payment was seen, or when the order was put on hold. */
function clockStoppedAt({ facts }: DecisionDraft): Date {
  const seen = facts.payments.filter(({ status }) => status === "seen").map(({ seenAt }) => seenAt.getTime());
  const times = [...seen, facts.order.holdSince?.getTime() ?? facts.now.getTime()];
  return new Date(Math.min(...times));
}

const secondsLeft = (until: Date | null, from: Date) =>
  until === null ? 0 : Math.floor((until.getTime() - from.getTime()) / 1000);

const isPast = (until: Date | null, draft: DecisionDraft) => until !== null && until <= draft.facts.now;
