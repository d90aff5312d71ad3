import { type Refusal, refuse } from "../../../shared/rules/refusal.ts";
import { comparedToQuote, paidAmount } from "../condition.ts";
import { addTask, assetOf, type DecisionBuilder, later, toBalance } from "../decision-builder.ts";
import { holdRules } from "../holds.ts";
import type { EventOf } from "../order-event.ts";
import { confirmOrExchange, payOut } from "./exchange.ts";
import { isExchanged, isLate, isMoneyHere, isRefundOnly, isWrongMoneyHere } from "./order-predicates.ts";
import { awaitRefund, refundLegs, toRefund } from "./refund/refund.ts";
import { dropUnmetPromo, reservable } from "./wait.ts";

/**
 * Exchanges all that arrived at the offer made with the hold. Every payment renews that offer, so it is taken as it
 * stands.
 */
export function acceptRequote(decision: DecisionBuilder): Refusal | undefined {
  const { order, facts } = decision;
  const offer = order.holdOffer;
  if (offer === null) return refuse("invalid_transition");
  if (new Date(offer.validUntil) <= facts.now) return refuse("quote_expired");
  if (!facts.pair.isActive) return refuse("pair_paused");
  if (BigInt(offer.toAmount) > reservable(decision)) return refuse("reserve_insufficient");
  const { rate, serviceFee, bonus, fromAmount, toAmount } = offer;
  dropUnmetPromo(decision, BigInt(fromAmount));
  const amounts = { fromAmount: BigInt(fromAmount), toAmount: BigInt(toAmount) };
  Object.assign(order, { rate, ...amounts, serviceFee: BigInt(serviceFee), bonus: BigInt(bonus), surplusBack: false });
  // Offers from before costs limited prices have no reference of their own.
  const { rate: now = null, source = null } = offer.reference ?? {};
  order.referenceRate = now ?? facts.market?.referenceRate ?? order.referenceRate;
  order.referenceSource = source ?? facts.market?.referenceSource ?? order.referenceSource;
  order.costTerms = offer.costTerms ?? null;
  // The new quote covers every payment here, late ones included.
  for (const payment of decision.payments) if (payment.onTime === "late") payment.onTime = "in_window";
  confirmOrExchange(decision);
  return undefined;
}

/** Exchanges the quoted amount at the quoted rate; the surplus is refunded after the payout. */
export function exchangeAsQuoted(decision: DecisionBuilder): Refusal | undefined {
  const { order } = decision;
  const isOver = order.holdReason === "amount_mismatch" && comparedToQuote(decision, paidAmount(decision)) === "over";
  const isClosed = isRefundOnly(decision) || isExchanged(decision) || isLate(decision) || isWrongMoneyHere(decision);
  if (!isOver || isClosed) return refuse("invalid_transition");
  if (order.toAmount > reservable(decision)) return refuse("reserve_insufficient");
  order.surplusBack = true;
  confirmOrExchange(decision);
  return undefined;
}

export function requestRefund(decision: DecisionBuilder, event: EventOf<"request_refund">): Refusal | undefined {
  const { order } = decision;
  const isAllowed = order.holdReason !== null && refundable.has(order.holdReason) && isMoneyHere(decision);
  if (!isAllowed || order.disputeFlag !== null) return refuse("invalid_transition");
  if (event.refund !== null) setAccount(decision, event.refund.account, event.refund.memo);
  toRefund(decision);
  return undefined;
}

/** Holds on which the customer decides. An operator reviews a wrong asset, a suspicion or a dispute first. */
const refundable: ReadonlySet<string> = new Set([
  "amount_mismatch",
  "late_payment",
  "rate_moved",
  "below_minimum",
  "reserve_low",
  "payout_error",
  "kyc_required",
  "sender_mismatch",
  "new_payout_account",
]);

/** E-wallet payments are refunded to the paying transaction, so only crypto needs an address. */
export function setRefundAddress(decision: DecisionBuilder, event: EventOf<"set_refund_address">): Refusal | undefined {
  const { order } = decision;
  const asset = assetWithoutAddress(decision);
  if (asset === null || !isMoneyHere(decision)) return refuse("invalid_transition");
  setAccount(decision, event.refund.account, event.refund.memo);
  if (order.status === "refund_pending" && order.holdReason !== "reserve_low") awaitRefund(decision);
  return undefined;
}

/** The asset whose refund address is needed: the one that lacks it, else the order's own. */
export function assetWithoutAddress(decision: DecisionBuilder): string | null {
  const missing = refundLegs(decision).find((leg) => leg.account === null);
  if (missing) return missing.asset;
  return assetOf(decision, decision.order.fromAsset).kind === "crypto" ? decision.order.fromAsset : null;
}

function setAccount(decision: DecisionBuilder, account: string, memo: string | null): undefined {
  const { order } = decision;
  const asset = assetWithoutAddress(decision);
  if (asset === null) return;
  const isOwn = assetOf(decision, asset).network === assetOf(decision, order.fromAsset).network;
  if (isOwn) Object.assign(order, { refundAccount: account, refundMemo: memo });
  else order.wrongRefundAccount = account;
}

/** The payout was returned, usually because of a mistyped account: sends the same amount to another account. */
export function setPayoutAccount(
  decision: DecisionBuilder,
  { account }: EventOf<"set_payout_account">,
): Refusal | undefined {
  if (decision.order.holdReason !== "payout_error" || toBalance(decision) === 0n) return refuse("invalid_transition");
  Object.assign(decision.order, { payoutAccount: account, payoutToWallet: false });
  payOut(decision);
  return undefined;
}

/** The customer has answered the request; the reviewer's deadline starts again. */
export function submitInfo(decision: DecisionBuilder, { info }: EventOf<"submit_info">): Refusal | undefined {
  const { holdReason } = decision.order;
  if (holdReason === null || !reasonsWithQuestions.has(holdReason)) return refuse("invalid_transition");
  decision.note = info;
  decision.order.holdDeadline = later(decision, holdRules[holdReason].seconds(decision.facts.policy));
  addTask(decision, { job: "email", kind: "operator_hold" });
  return undefined;
}

const reasonsWithQuestions: ReadonlySet<string> = new Set([
  "kyc_required",
  "sender_mismatch",
  "aml_check",
  "manual_review",
]);
