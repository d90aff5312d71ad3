import { walletRail } from "../../ledger/rules/booking.ts";
import { isRefusal, type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { conditionOf } from "./condition.ts";
import { settleCashback } from "./decide/cashback.ts";
import {
  acceptRequote,
  exchangeAsQuoted,
  requestRefund,
  setPayoutAccount,
  setRefundAddress,
  submitInfo,
} from "./decide/choices.ts";
import { draftEnded, holdEnded, offerEnded, rateEnded, reserveRestored, windowEnded } from "./decide/clock.ts";
import { disputeLost, disputeOpened, disputeWon, paymentReversed } from "./decide/dispute/dispute.ts";
import { cancel, execute, reportPayment } from "./decide/draft.ts";
import { addStatusEmails } from "./decide/emails.ts";
import {
  invoiceCancelled,
  operatorClose,
  operatorCompletePayout,
  operatorHold,
  operatorRefund,
  operatorRelease,
  reviewClear,
  reviewHold,
} from "./decide/operator.ts";
import { paymentFinal, paymentSeen, paymentVanished } from "./decide/payin/payments.ts";
import { payoutDone, payoutDoneLate, payoutFailed, payoutReturned, payoutStarted } from "./decide/payout.ts";
import { refundedAtRail } from "./decide/refund/refunded-at-rail.ts";
import { refundDone, refundFailed, refundStarted } from "./decide/refund/refunding.ts";
import { stoppedByOwner } from "./decide/stopped-by-owner.ts";
import { recordTurnover } from "./decide/turnover.ts";
import { takeBackPayout } from "./decide/wallet-payout.ts";
import { type Decision, type Unchanged, unchanged } from "./decision.ts";
import { type DecisionBuilder, decisionOf, startDecision } from "./decision-builder.ts";
import { isQuietUpdate, isRepeat } from "./duplicate-events.ts";
import { targetsOf } from "./machine.ts";
import type { EventOf, OrderEvent, OrderEventName } from "./order-event.ts";
import type { OrderFacts } from "./order-facts.ts";
import { withNormalIds } from "./transaction-id.ts";

/**
 * Applies an event to an order: a decision to carry out as a whole, a refusal, or `unchanged` for a duplicate event.
 * Pure: the same facts and event give the same result, including transfer ids. Throws when a rule moves the order to a
 * status that the machine table does not allow.
 */
export function decide(facts: OrderFacts, reported: OrderEvent): Decision | Refusal | Unchanged {
  const event = withNormalIds(facts, reported);
  if (isQuietUpdate(facts, event)) return recordQuietly(facts, event);
  if (isRepeat(facts, event)) return unchanged;
  const targets = targetsOf(facts.order.status, event.name);
  if (targets.length === 0 || isOutOfReach(facts, event)) return refuse("invalid_transition");
  const decision = startDecision(facts);
  const result = applyRule(decision, event);
  if (result !== undefined) return result;
  if (!targets.includes(decision.order.status)) {
    throw new Error(`${event.name} must not move an order from ${facts.order.status} to ${decision.order.status}`);
  }
  takeBackPayout(decision);
  settleCashback(decision);
  decision.order.condition = conditionOf(decision);
  if (decision.order.status === "completed" && facts.order.status !== "completed") recordTurnover(decision);
  addStatusEmails(decision, event.name);
  return decisionOf(decision);
}

/** What moved within our own books always arrives, and no network, payer or bank can take it back or dispute it. */
function isOutOfReach({ outgoing }: OrderFacts, event: OrderEvent): boolean {
  if ("rail" in event) return event.rail === walletRail;
  if (!("outgoingId" in event) || event.name === "payout_done" || event.name === "refund_done") return false;
  return outgoing.some(({ id, rail }) => id === event.outgoingId && rail === walletRail);
}

type RuleResult = Refusal | Unchanged | undefined;
type Rule<Name extends OrderEventName> = (decision: DecisionBuilder, event: EventOf<Name>) => RuleResult;

const rules: { [Name in OrderEventName]: Rule<Name> } = {
  execute,
  cancel,
  report_payment: reportPayment,
  accept_requote: acceptRequote,
  request_refund: requestRefund,
  set_refund_address: setRefundAddress,
  exchange_as_quoted: exchangeAsQuoted,
  set_payout_account: setPayoutAccount,
  submit_info: submitInfo,
  payment_seen: paymentSeen,
  payment_final: paymentFinal,
  payment_vanished: paymentVanished,
  payment_reversed: paymentReversed,
  payout_started: payoutStarted,
  payout_done: payoutDone,
  payout_failed: payoutFailed,
  payout_returned: payoutReturned,
  refund_started: refundStarted,
  refund_done: refundDone,
  refund_failed: refundFailed,
  refunded_at_rail: refundedAtRail,
  invoice_cancelled: invoiceCancelled,
  review_hold: reviewHold,
  review_clear: reviewClear,
  dispute_opened: disputeOpened,
  dispute_won: disputeWon,
  dispute_lost: disputeLost,
  draft_ended: draftEnded,
  rate_ended: rateEnded,
  window_ended: windowEnded,
  hold_ended: holdEnded,
  offer_ended: offerEnded,
  reserve_back: reserveRestored,
  stopped_by_owner: stoppedByOwner,
  operator_hold: operatorHold,
  operator_release: operatorRelease,
  operator_refund: operatorRefund,
  operator_complete_payout: operatorCompletePayout,
  operator_close: operatorClose,
};

function applyRule<Name extends OrderEventName>(decision: DecisionBuilder, event: EventOf<Name>): RuleResult {
  const rule: Rule<Name> = rules[event.name as Name];
  return rule(decision, event);
}

function recordQuietly(facts: OrderFacts, event: EventOf<"payout_done">): Decision {
  const decision = startDecision(facts);
  payoutDoneLate(decision, event);
  return { ...decisionOf(decision), order: facts.order, isQuiet: true };
}

export const isUnchanged = (result: object): result is Unchanged => "unchanged" in result;
export const isDecision = (result: Decision | Refusal | Unchanged): result is Decision =>
  !isRefusal(result) && !isUnchanged(result);
