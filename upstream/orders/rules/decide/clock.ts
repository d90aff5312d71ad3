import { type Unchanged, unchanged } from "../decision.ts";
import { addTask, type DecisionDraft, later, moveTo, toBalance } from "../decision-draft.ts";
import { holdRules } from "../holds.ts";
import { isPayable, payOut, releaseReserve } from "./exchange.ts";
import { awaitRefund, daySeconds, refundLegs, toRefund } from "./refund/refund.ts";
import { isRefundable } from "./refund/refunding.ts";
import { resume } from "./resume.ts";
import { offerNow } from "./wait.ts";

/** Timer events check their deadline themselves: fired early, they change nothing. */
type TimerResult = Unchanged | undefined;

export function draftEnded(draft: DecisionDraft): TimerResult {
  const { order, facts } = draft;
  if (facts.now.getTime() < order.updatedAt.getTime() + facts.policy.draftKeptSeconds * 1000) return unchanged;
  moveTo(draft, "expired");
  return undefined;
}

export function windowEnded(draft: DecisionDraft): TimerResult {
  if (!isDue(draft.order.expiresAt, draft)) return unchanged;
  releaseReserve(draft);
  moveTo(draft, "expired");
  addTask(draft, { job: "email", kind: "expired" });
  return undefined;
}

/** The rate lock ends before an invoice closes or a reported payment is found. */
export function rateEnded(draft: DecisionDraft): TimerResult {
  if (!isDue(draft.order.rateLockedUntil, draft) || draft.order.reserveHoldId === null) return unchanged;
  releaseReserve(draft);
  return undefined;
}

/** Nobody decided before the deadline: applies the hold's default. */
export function holdEnded(draft: DecisionDraft): TimerResult {
  const { order } = draft;
  if (!isDue(order.holdDeadline, draft) || order.holdReason === null) return unchanged;
  if (order.status === "refund_pending") return remindOfRefund(draft);
  switch (holdRules[order.holdReason].default) {
    case "request_refund":
      toRefund(draft);
      break;
    case "wait":
      order.holdDeadline = later(draft, draft.facts.policy.reminderSeconds);
      addTask(draft, { job: "email", kind: "operator_reminder" });
      break;
    case "resume":
      if (order.holdReason === "new_payout_account") payOut(draft);
      else resume(draft);
      break;
  }
  return undefined;
}

/** Reminds the customer on the listed days except the last; the operator on the last and daily after it. */
function remindOfRefund(draft: DecisionDraft): undefined {
  const { order, facts } = draft;
  const { refundReminderDays, reminderSeconds } = facts.policy;
  const waited = (facts.now.getTime() - (order.holdSince ?? facts.now).getTime()) / 1000;
  const next = refundReminderDays.find((days) => days * daySeconds > waited);
  const isOperators = next === undefined || order.holdReason !== "refund_address_missing";
  order.holdDeadline = next === undefined ? later(draft, reminderSeconds) : nextReminder(draft, next);
  addTask(draft, { job: "email", kind: isOperators ? "operator_reminder" : "refund_address" });
  return undefined;
}

const nextReminder = ({ order, facts }: DecisionDraft, days: number) =>
  new Date((order.holdSince ?? facts.now).getTime() + days * daySeconds * 1000);

/** Replaces an offer that was not accepted in time by one at the current rate. */
export function offerEnded(draft: DecisionDraft): TimerResult {
  const { holdOffer } = draft.order;
  if (holdOffer !== null && !isDue(new Date(holdOffer.validUntil), draft)) return unchanged;
  const offer = offerNow(draft);
  if (offer === null && holdOffer === null) return unchanged;
  draft.order.holdOffer = offer;
  return undefined;
}

/** Retries what was waiting for our reserve. */
export function reserveRestored(draft: DecisionDraft): TimerResult {
  const { order } = draft;
  if (order.holdReason !== "reserve_low") return unchanged;
  if (order.status === "refund_pending") retryRefund(draft);
  else if (toBalance(draft) === 0n) resume(draft);
  else if (isPayable(draft)) payOut(draft);
  return order.holdReason === "reserve_low" ? unchanged : undefined;
}

function retryRefund(draft: DecisionDraft): undefined {
  if (toBalance(draft) > 0n) return toRefund(draft);
  const [leg] = refundLegs(draft);
  if (leg && isRefundable(draft, leg)) awaitRefund(draft);
}

const isDue = (at: Date | null, draft: DecisionDraft) => at !== null && at <= draft.facts.now;
