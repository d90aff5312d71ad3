import { comparedToQuote, paidAmount } from "../condition.ts";
import { type DecisionBuilder, later, moveTo, toBalance } from "../decision-builder.ts";
import { confirmOrExchange, payOut, releaseReserve } from "./exchange.ts";
import { finish, waitForExtraMoney } from "./finish.ts";
import { isLate, isMoneyHere, isRefundOnly, isWrongMoneyHere } from "./order-predicates.ts";
import { leaveHold, putOnHold } from "./wait.ts";

/** Continues the order by the money it has: called after every payment and at the end of a hold. */
export function resume(decision: DecisionBuilder): undefined {
  if (decision.order.disputeFlag !== null) return putOnHold(decision, "dispute");
  if (toBalance(decision) > 0n)
    return hasPayoutFailed(decision) ? putOnHold(decision, "payout_error") : payOut(decision);
  if (isRefundOnly(decision)) return isMoneyHere(decision) ? waitForExtraMoney(decision) : finish(decision);
  if (isWrongMoneyHere(decision)) return putOnHold(decision, "wrong_asset");
  if (paidAmount(decision) === 0n) return isPaidBefore(decision) ? finish(decision) : returnToPaymentWindow(decision);
  compareWithQuote(decision);
}

/** Compares the sum with the quote, and the payment time with the window. */
function compareWithQuote(decision: DecisionBuilder): undefined {
  const { order, facts } = decision;
  const sum = paidAmount(decision);
  const compared = comparedToQuote(decision, sum);
  const isAgreed = compared === "exact" || (compared === "over" && order.surplusBack);
  if (!isAgreed && sum < facts.pair.minFrom) return putOnHold(decision, "below_minimum");
  if (isLate(decision)) return putOnHold(decision, isAfterGrace(decision) ? "late_payment" : "rate_moved");
  if (!isAgreed) return putOnHold(decision, "amount_mismatch");
  confirmOrExchange(decision);
}

function isAfterGrace({ order, payments }: DecisionBuilder): boolean {
  const { graceUntil } = order;
  return payments.some(({ status, onTime, seenAt }) => {
    return status !== "vanished" && onTime === "late" && (graceUntil === null || seenAt > graceUntil);
  });
}

function hasPayoutFailed({ outgoing }: DecisionBuilder): boolean {
  const last = outgoing.filter(({ kind }) => kind === "payout").at(-1);
  return last !== undefined && last.status !== "sending";
}

const isPaidBefore = ({ payments }: DecisionBuilder) => payments.some((payment) => payment.status === "final");

/** All payments are gone: the payment window continues with its remaining time if the reserve is still held. */
function returnToPaymentWindow(decision: DecisionBuilder): undefined {
  const { order, facts } = decision;
  const isInvoice = order.payinMethod === "paypal_invoice";
  const isOverdue = order.status === "on_hold" && order.graceUntil !== null && facts.now > order.graceUntil;
  const isClosed = order.restingStatus !== null || (isInvoice ? isPast(order.expiresAt, decision) : isOverdue);
  if (isClosed || (order.reserveHoldId === null && !isInvoice)) return returnToFinalStatus(decision);

  const stoppedAt = clockStoppedAt(decision);
  const locked = secondsLeft(order.rateLockedUntil, stoppedAt);
  if (locked <= 0) releaseReserve(decision);
  const minimum = facts.policy.minimumWindowSeconds;
  order.expiresAt = later(decision, Math.max(secondsLeft(order.expiresAt, stoppedAt), minimum));
  if (order.reserveHoldId !== null) {
    order.rateLockedUntil = later(decision, Math.max(locked, minimum));
    const grace = later(decision, Math.max(locked, minimum) + facts.policy.graceSeconds);
    if (order.graceUntil === null || order.graceUntil < grace) order.graceUntil = grace;
  }
  leaveHold(decision);
  moveTo(decision, "awaiting_payment");
}

function returnToFinalStatus(decision: DecisionBuilder): undefined {
  const { restingStatus, status } = decision.order;
  releaseReserve(decision);
  leaveHold(decision);
  moveTo(decision, status === "confirming" ? "expired" : (restingStatus ?? "expired"));
  decision.order.restingStatus = null;
}

/** When the first vanished payment was seen, or when the order was put on hold. */
function clockStoppedAt({ facts }: DecisionBuilder): Date {
  const seen = facts.payments.filter(({ status }) => status === "seen").map(({ seenAt }) => seenAt.getTime());
  const times = [...seen, facts.order.holdSince?.getTime() ?? facts.now.getTime()];
  return new Date(Math.min(...times));
}

const secondsLeft = (until: Date | null, from: Date) =>
  until === null ? 0 : Math.floor((until.getTime() - from.getTime()) / 1000);

const isPast = (until: Date | null, decision: DecisionBuilder) => until !== null && until <= decision.facts.now;
