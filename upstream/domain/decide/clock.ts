import { type Unchanged, unchanged } from "../decision.ts";
import { addTask, type DecisionDraft, later, moveTo, toBalance } from "../decision-draft.ts";
import { holdRules } from "../holds.ts";
import { accounts } from "../ledger/booking.ts";
import { isPayable, payOut, releaseReserve } from "./exchange.ts";
import { awaitRefund, daySeconds, refundLegs, toRefund } from "./refund.ts";
import { resume } from "./resume.ts";
import { offerNow } from "./wait.ts";

/** The clock's events look at the clock themselves: early, they change nothing. */
type Turned = Unchanged | undefined;

export function draftEnded(turn: DecisionDraft): Turned {
  const { order, facts } = turn;
  if (facts.now.getTime() < order.updatedAt.getTime() + facts.policy.draftKeptSeconds * 1000) return unchanged;
  moveTo(turn, "expired");
  return undefined;
}

export function windowEnded(turn: DecisionDraft): Turned {
  if (!isDue(turn.order.expiresAt, turn)) return unchanged;
  releaseReserve(turn);
  moveTo(turn, "expired");
  addTask(turn, { job: "letter", kind: "expired" });
  return undefined;
}

/** An invoice stays open longer than the rate stands, and so does the search for a reported payment. */
export function rateEnded(turn: DecisionDraft): Turned {
  if (!isDue(turn.order.rateLockedUntil, turn) || turn.order.reserveHoldId === null) return unchanged;
  releaseReserve(turn);
  return undefined;
}

/** Nobody decided in time: the hold's default. */
export function holdEnded(turn: DecisionDraft): Turned {
  const { order } = turn;
  if (!isDue(order.holdDeadline, turn) || order.holdReason === null) return unchanged;
  if (order.status === "refund_pending") return remindOfRefund(turn);
  switch (holdRules[order.holdReason].default) {
    case "request_refund":
      toRefund(turn);
      break;
    case "wait":
      order.holdDeadline = later(turn, turn.facts.policy.reminderSeconds);
      addTask(turn, { job: "letter", kind: "operator_reminder" });
      break;
    case "resume":
      resume(turn);
      break;
  }
  return undefined;
}

/** The customer on the first days of the list, the operator on the last and from then on every day. */
function remindOfRefund(turn: DecisionDraft): undefined {
  const { order, facts } = turn;
  const { refundReminderDays, reminderSeconds } = facts.policy;
  const waited = (facts.now.getTime() - (order.holdSince ?? facts.now).getTime()) / 1000;
  const next = refundReminderDays.find((days) => days * daySeconds > waited);
  const isOperators = next === undefined || order.holdReason !== "refund_address_missing";
  order.holdDeadline = next === undefined ? later(turn, reminderSeconds) : nextReminder(turn, next);
  addTask(turn, { job: "letter", kind: isOperators ? "operator_reminder" : "refund_address" });
  return undefined;
}

const nextReminder = ({ order, facts }: DecisionDraft, days: number) =>
  new Date((order.holdSince ?? facts.now).getTime() + days * daySeconds * 1000);

/** An offer that nobody took is made anew at the rate of the moment. */
export function offerEnded(turn: DecisionDraft): Turned {
  const { holdOffer } = turn.order;
  if (holdOffer !== null && !isDue(new Date(holdOffer.validUntil), turn)) return unchanged;
  const offer = offerNow(turn);
  if (offer === null && holdOffer === null) return unchanged;
  turn.order.holdOffer = offer;
  return undefined;
}

/** What was waiting for our own money tries again. */
export function reserveBack(turn: DecisionDraft): Turned {
  const { order } = turn;
  if (order.holdReason !== "reserve_low") return unchanged;
  if (order.status === "refund_pending") retryRefund(turn);
  else if (toBalance(turn) === 0n) resume(turn);
  else if (isPayable(turn)) payOut(turn);
  return order.holdReason === "reserve_low" ? unchanged : undefined;
}

function retryRefund(turn: DecisionDraft): undefined {
  if (toBalance(turn) > 0n) return toRefund(turn);
  const [leg] = refundLegs(turn);
  const cash = leg ? (turn.facts.cash[accounts.rail(leg.rail, leg.asset)] ?? 0n) : 0n;
  if (leg && leg.amount - leg.fee <= cash) awaitRefund(turn);
}

const isDue = (at: Date | null, turn: DecisionDraft) => at !== null && at <= turn.facts.now;
