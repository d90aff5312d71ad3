import { type Refusal, refuse } from "../../../shared/rules/refusal.ts";
import { comparedToQuote, paidAmount } from "../condition.ts";
import { addTask, assetOf, type DecisionDraft, later, toBalance } from "../decision-draft.ts";
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
export function acceptRequote(draft: DecisionDraft): Refusal | undefined {
  const { order, facts } = draft;
  const offer = order.holdOffer;
  if (offer === null) return refuse("invalid_transition");
  if (new Date(offer.validUntil) <= facts.now) return refuse("quote_expired");
  if (!facts.pair.isActive) return refuse("pair_paused");
  if (BigInt(offer.toAmount) > reservable(draft)) return refuse("reserve_insufficient");
  const { rate, serviceFee, bonus, fromAmount, toAmount } = offer;
  dropUnmetPromo(draft, BigInt(fromAmount));
  const amounts = { fromAmount: BigInt(fromAmount), toAmount: BigInt(toAmount) };
  Object.assign(order, { rate, ...amounts, serviceFee: BigInt(serviceFee), bonus: BigInt(bonus), surplusBack: false });
  // Offers from before costs limited prices have no reference of their own.
  const { rate: now = null, source = null } = offer.reference ?? {};
  order.referenceRate = now ?? facts.market?.referenceRate ?? order.referenceRate;
  order.referenceSource = source ?? facts.market?.referenceSource ?? order.referenceSource;
  order.costTerms = offer.costTerms ?? null;
  // The new quote covers every payment here, late ones included.
  for (const payment of draft.payments) if (payment.onTime === "late") payment.onTime = "in_window";
  confirmOrExchange(draft);
  return undefined;
}

/** Exchanges the quoted amount at the quoted rate; the surplus is refunded after the payout. */
export function exchangeAsQuoted(draft: DecisionDraft): Refusal | undefined {
  const { order } = draft;
  const isOver = order.holdReason === "amount_mismatch" && comparedToQuote(draft, paidAmount(draft)) === "over";
  const isClosed = isRefundOnly(draft) || isExchanged(draft) || isLate(draft) || isWrongMoneyHere(draft);
  if (!isOver || isClosed) return refuse("invalid_transition");
  if (order.toAmount > reservable(draft)) return refuse("reserve_insufficient");
  order.surplusBack = true;
  confirmOrExchange(draft);
  return undefined;
}

export function requestRefund(draft: DecisionDraft, event: EventOf<"request_refund">): Refusal | undefined {
  const { order } = draft;
  const isAllowed = order.holdReason !== null && refundable.has(order.holdReason) && isMoneyHere(draft);
  if (!isAllowed || order.disputeFlag !== null) return refuse("invalid_transition");
  if (event.refund !== null) setAccount(draft, event.refund.account, event.refund.memo);
  toRefund(draft);
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
export function setRefundAddress(draft: DecisionDraft, event: EventOf<"set_refund_address">): Refusal | undefined {
  const { order } = draft;
  const asset = assetWithoutAddress(draft);
  if (asset === null || !isMoneyHere(draft)) return refuse("invalid_transition");
  setAccount(draft, event.refund.account, event.refund.memo);
  if (order.status === "refund_pending" && order.holdReason !== "reserve_low") awaitRefund(draft);
  return undefined;
}

/** The asset whose refund address is needed: the one that lacks it, else the order's own. */
export function assetWithoutAddress(draft: DecisionDraft): string | null {
  const missing = refundLegs(draft).find((leg) => leg.account === null);
  if (missing) return missing.asset;
  return assetOf(draft, draft.order.fromAsset).kind === "crypto" ? draft.order.fromAsset : null;
}

function setAccount(draft: DecisionDraft, account: string, memo: string | null): undefined {
  const { order } = draft;
  const asset = assetWithoutAddress(draft);
  if (asset === null) return;
  const isOwn = assetOf(draft, asset).network === assetOf(draft, order.fromAsset).network;
  if (isOwn) Object.assign(order, { refundAccount: account, refundMemo: memo });
  else order.wrongRefundAccount = account;
}

/** The payout was returned, usually because of a mistyped account: sends the same amount to another account. */
export function setPayoutAccount(
  draft: DecisionDraft,
  { account }: EventOf<"set_payout_account">,
): Refusal | undefined {
  if (draft.order.holdReason !== "payout_error" || toBalance(draft) === 0n) return refuse("invalid_transition");
  Object.assign(draft.order, { payoutAccount: account, payoutToWallet: false });
  payOut(draft);
  return undefined;
}

/** The customer has answered the request; the reviewer's deadline starts again. */
export function submitInfo(draft: DecisionDraft, { info }: EventOf<"submit_info">): Refusal | undefined {
  const { holdReason } = draft.order;
  if (holdReason === null || !reasonsWithQuestions.has(holdReason)) return refuse("invalid_transition");
  draft.note = info;
  draft.order.holdDeadline = later(draft, holdRules[holdReason].seconds(draft.facts.policy));
  addTask(draft, { job: "email", kind: "operator_hold" });
  return undefined;
}

const reasonsWithQuestions: ReadonlySet<string> = new Set([
  "kyc_required",
  "sender_mismatch",
  "aml_check",
  "manual_review",
]);
