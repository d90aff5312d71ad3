import { arrived, comparedToQuote } from "../condition.ts";
import { type DecisionDraft, later, moveTo, toBalance } from "../decision-draft.ts";
import { confirmOrExchange, payOut, releaseReserve } from "./exchange.ts";
import { rest, waitForExtraMoney } from "./finish.ts";
import { isLate, isMoneyHere, isRefundOnly, isWrongMoneyHere } from "./order-predicates.ts";
import { leaveHold, putOnHold } from "./wait.ts";

/** Where the order stands by the money that is there: asked after every payment, and when a hold is over. */
export function resume(turn: DecisionDraft): undefined {
  if (turn.order.disputeFlag !== null) return putOnHold(turn, "dispute");
  if (toBalance(turn) > 0n) return hasPayoutFailed(turn) ? putOnHold(turn, "payout_error") : payOut(turn);
  if (isRefundOnly(turn)) return isMoneyHere(turn) ? waitForExtraMoney(turn) : rest(turn);
  if (isWrongMoneyHere(turn)) return putOnHold(turn, "wrong_asset");
  if (arrived(turn) === 0n) return isPaidBefore(turn) ? rest(turn) : backToWaiting(turn);
  weigh(turn);
}

/** The sum against the quote, and the time against the window. */
function weigh(turn: DecisionDraft): undefined {
  const { order, facts } = turn;
  const sum = arrived(turn);
  const compared = comparedToQuote(turn, sum);
  const isAgreed = compared === "exact" || (compared === "over" && order.surplusBack);
  if (!isAgreed && sum < facts.pair.minFrom) return putOnHold(turn, "below_minimum");
  if (isLate(turn)) return putOnHold(turn, isAfterGrace(turn) ? "late_payment" : "rate_moved");
  if (!isAgreed) return putOnHold(turn, "amount_mismatch");
  confirmOrExchange(turn);
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

/** Nothing is there any more: the clock goes on with what was left of it, if the order still has its hold. */
function backToWaiting(turn: DecisionDraft): undefined {
  const { order, facts } = turn;
  const isInvoice = order.payinMethod === "paypal_invoice";
  const isOverdue = order.status === "on_hold" && order.graceUntil !== null && facts.now > order.graceUntil;
  const isClosed = order.restingStatus !== null || (isInvoice ? isPast(order.expiresAt, turn) : isOverdue);
  if (isClosed || (order.reserveHoldId === null && !isInvoice)) return backToRest(turn);

  const stoppedAt = clockStoppedAt(turn);
  const locked = secondsLeft(order.rateLockedUntil, stoppedAt);
  if (locked <= 0) releaseReserve(turn);
  const minimum = facts.policy.minimumWindowSeconds;
  order.expiresAt = later(turn, Math.max(secondsLeft(order.expiresAt, stoppedAt), minimum));
  if (order.reserveHoldId !== null) {
    order.rateLockedUntil = later(turn, Math.max(locked, minimum));
    order.graceUntil = later(turn, Math.max(locked, minimum) + facts.policy.graceSeconds);
  }
  leaveHold(turn);
  moveTo(turn, "awaiting_payment");
}

function backToRest(turn: DecisionDraft): undefined {
  const { restingStatus, status } = turn.order;
  releaseReserve(turn);
  leaveHold(turn);
  moveTo(turn, status === "confirming" ? "expired" : (restingStatus ?? "expired"));
  turn.order.restingStatus = null;
}

/** When the first of the payments that are gone was seen, or when somebody put the order on hold. */
function clockStoppedAt({ facts }: DecisionDraft): Date {
  const seen = facts.payments.filter(({ status }) => status === "seen").map(({ seenAt }) => seenAt.getTime());
  const times = [...seen, facts.order.holdSince?.getTime() ?? facts.now.getTime()];
  return new Date(Math.min(...times));
}

const secondsLeft = (until: Date | null, from: Date) =>
  until === null ? 0 : Math.floor((until.getTime() - from.getTime()) / 1000);

const isPast = (until: Date | null, turn: DecisionDraft) => until !== null && until <= turn.facts.now;
