import { hasLapsed } from "../../../withdrawals/rules/lapse.ts";
import { type Unchanged, unchanged } from "../decision.ts";
import { addTask, type DecisionBuilder, later, moveTo, toBalance } from "../decision-builder.ts";
import { holdRules } from "../holds.ts";
import { isPayable, payOut, releaseReserve } from "./exchange.ts";
import { awaitRefund, daySeconds, refundLegs, toRefund } from "./refund/refund.ts";
import { isRefundable } from "./refund/refunding.ts";
import { resume } from "./resume.ts";
import { offerNow } from "./wait.ts";

/** Timer events check their deadline themselves: fired early, they change nothing. */
type TimerResult = Unchanged | undefined;

export function draftEnded(decision: DecisionBuilder): TimerResult {
  const { order, facts } = decision;
  if (facts.now.getTime() < order.updatedAt.getTime() + facts.policy.draftKeptSeconds * 1000) return unchanged;
  moveTo(decision, "expired");
  return undefined;
}

export function windowEnded(decision: DecisionBuilder): TimerResult {
  if (!isDue(decision.order.expiresAt, decision)) return unchanged;
  releaseReserve(decision);
  moveTo(decision, "expired");
  addTask(decision, { job: "email", kind: "expired" });
  return undefined;
}

/** The rate lock ends before an invoice closes or a reported payment is found. */
export function rateEnded(decision: DecisionBuilder): TimerResult {
  if (!isDue(decision.order.rateLockedUntil, decision) || decision.order.reserveHoldId === null) return unchanged;
  releaseReserve(decision);
  return undefined;
}

/** Nobody decided before the deadline: applies the hold's default. */
export function holdEnded(decision: DecisionBuilder): TimerResult {
  const { order } = decision;
  if (!isDue(order.holdDeadline, decision) || order.holdReason === null) return unchanged;
  if (order.status === "refund_pending") return remindOfRefund(decision);
  switch (holdRules[order.holdReason].default) {
    case "request_refund":
      toRefund(decision);
      break;
    case "wait":
      order.holdDeadline = later(decision, decision.facts.policy.reminderSeconds);
      addTask(decision, { job: "email", kind: "operator_reminder" });
      break;
    case "resume":
      if (order.holdReason !== "new_payout_account") resume(decision);
      // After an outage of weeks its owner may not expect it any more, as of withdrawals: the money goes back into the wallet.
      else if (isForgotten(decision)) toRefund(decision);
      else payOut(decision);
      break;
  }
  return undefined;
}

function isForgotten({ order, facts }: DecisionBuilder): boolean {
  const { payoutUsableAt: usableAt } = order;
  const { lapseSeconds } = facts.policy.withdrawals;
  return usableAt !== null && hasLapsed({ usableAt, clearedAt: null }, facts.now, lapseSeconds);
}

/** Reminds the customer on the listed days except the last; the operator on the last and daily after it. */
function remindOfRefund(decision: DecisionBuilder): undefined {
  const { order, facts } = decision;
  const { refundReminderDays, reminderSeconds } = facts.policy;
  const waited = (facts.now.getTime() - (order.holdSince ?? facts.now).getTime()) / 1000;
  const next = refundReminderDays.find((days) => days * daySeconds > waited);
  const isOperators = next === undefined || order.holdReason !== "refund_address_missing";
  order.holdDeadline = next === undefined ? later(decision, reminderSeconds) : nextReminder(decision, next);
  addTask(decision, { job: "email", kind: isOperators ? "operator_reminder" : "refund_address" });
  return undefined;
}

const nextReminder = ({ order, facts }: DecisionBuilder, days: number) =>
  new Date((order.holdSince ?? facts.now).getTime() + days * daySeconds * 1000);

/** Replaces an offer that was not accepted in time by one at the current rate. */
export function offerEnded(decision: DecisionBuilder): TimerResult {
  const { holdOffer } = decision.order;
  if (holdOffer !== null && !isDue(new Date(holdOffer.validUntil), decision)) return unchanged;
  const offer = offerNow(decision);
  if (offer === null && holdOffer === null) return unchanged;
  decision.order.holdOffer = offer;
  return undefined;
}

/** Retries what was waiting for our reserve. */
export function reserveRestored(decision: DecisionBuilder): TimerResult {
  const { order } = decision;
  if (order.holdReason !== "reserve_low") return unchanged;
  if (order.status === "refund_pending") retryRefund(decision);
  else if (toBalance(decision) === 0n) resume(decision);
  else if (isPayable(decision)) payOut(decision);
  return order.holdReason === "reserve_low" ? unchanged : undefined;
}

function retryRefund(decision: DecisionBuilder): undefined {
  if (toBalance(decision) > 0n) return toRefund(decision);
  const [leg] = refundLegs(decision);
  if (leg && isRefundable(decision, leg)) awaitRefund(decision);
}

const isDue = (at: Date | null, decision: DecisionBuilder) => at !== null && at <= decision.facts.now;
