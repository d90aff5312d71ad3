import type { HoldReason } from "../../../contract/order/order-states.ts";
import { arrived, comparedToQuote } from "../condition.ts";
import { addTask, assetOf, type DecisionDraft, later, moveTo, reserveOf } from "../decision-draft.ts";
import { holdRules } from "../holds.ts";
import { openHolds } from "../ledger/order-ledger.ts";
import type { HoldOffer } from "../order-facts.ts";
import { type Price, priceFrom } from "../pricing/pricing.ts";
import { type PromoGift, type PromoTerms, termsWithoutPromo } from "../pricing/promo.ts";
import { isExchanged, isRefundOnly, isWrongMoneyHere } from "./order-predicates.ts";

/** Stops the order until somebody decides. The same reason again keeps its clock, and its offer is made anew. */
export function putOnHold(draft: DecisionDraft, reason: HoldReason): undefined {
  moveTo(draft, "on_hold");
  waitFor(draft, reason, holdRules[reason].seconds(draft.facts.policy));
  draft.order.holdOffer = offerNow(draft);
}

/** Marks what the order waits for, whatever its status, and tells the customer and the operator: once for each reason. */
export function waitFor(draft: DecisionDraft, reason: HoldReason, seconds: number): undefined {
  if (draft.order.holdReason === reason) return;
  draft.order.holdReason = reason;
  draft.order.holdSince = draft.facts.now;
  draft.order.holdDeadline = later(draft, seconds);
  draft.order.holdOffer = null;
  addTask(draft, { job: "letter", kind: reason === "refund_address_missing" ? "refund_address" : "on_hold" });
  addTask(draft, { job: "letter", kind: "operator_hold" });
}

export function leaveHold(draft: DecisionDraft): undefined {
  draft.order.holdReason = null;
  draft.order.holdSince = null;
  draft.order.holdDeadline = null;
  draft.order.holdOffer = null;
}

/** The whole of what arrived, at the rate of the moment, better or worse; null where that cannot be offered. */
export function offerNow(draft: DecisionDraft): HoldOffer | null {
  const { facts, order } = draft;
  const fromAmount = arrived(draft);
  const isWithinLimits = fromAmount >= facts.pair.minFrom && fromAmount <= facts.pair.maxFrom;
  const isOffered = requotable.has(order.holdReason ?? "") && !isRefundOnly(draft) && !isExchanged(draft);
  if (!isOffered || !isWithinLimits || isWrongMoneyHere(draft) || !facts.pair.isActive || !facts.market) return null;
  const price = priceAt(draft, facts.market.rate, fromAmount);
  if (price.toAmount === 0n || price.toAmount > promisable(draft)) return null;
  return {
    rate: facts.market.rate,
    fromAmount: fromAmount.toString(),
    toAmount: price.toAmount.toString(),
    serviceFee: price.serviceFee.toString(),
    bonus: price.bonus.toString(),
    validUntil: later(draft, facts.policy.requoteTtlSeconds).toISOString(),
  };
}

const requotable: ReadonlySet<string> = new Set<HoldReason>(["amount_mismatch", "late_payment", "rate_moved"]);

/** By the formula and the terms of this order's quote, at a rate given as decimal text. */
export function priceAt(draft: DecisionDraft, rate: string, fromAmount: bigint): Price {
  const { fromAsset, toAsset } = draft.order;
  const { serviceBps, bonusBps, fixedBonus, payoutFee } = giftFor(draft, fromAmount);
  const decimals = { fromDecimals: assetOf(draft, fromAsset).decimals, toDecimals: assetOf(draft, toAsset).decimals };
  return priceFrom({ fromAmount, rate, serviceBps, bonusBps, fixedBonus, payoutFee, ...decimals });
}

/** The order's terms for an amount: without its promo code where that asks for more than really came. */
function giftFor(draft: DecisionDraft, fromAmount: bigint): PromoGift {
  const { promoTerms } = draft.order;
  return promoTerms !== null && isBelowPromo(draft, promoTerms, fromAmount)
    ? termsWithoutPromo(promoTerms)
    : draft.order;
}

/** An order that is exchanged for less than its code asks for has lost it; whoever follows its sums must see that. */
export function dropUnmetPromo(draft: DecisionDraft, fromAmount: bigint): undefined {
  const { promoCode: code, promoTerms } = draft.order;
  if (code === null || promoTerms === null || !isBelowPromo(draft, promoTerms, fromAmount)) return;
  const promoRefused = { code, reason: "min_amount" } as const;
  Object.assign(draft.order, { ...termsWithoutPromo(promoTerms), promoCode: null, promoTerms: null, promoRefused });
}

/** Tolerance wins over the code's minimum, as it does over the pair's. */
function isBelowPromo(draft: DecisionDraft, { minFrom }: PromoTerms, fromAmount: bigint): boolean {
  return minFrom !== null && fromAmount < BigInt(minFrom) && comparedToQuote(draft, fromAmount) !== "exact";
}

/** What this order could have of the reserve: what is free, and what it holds already. */
export function promisable(draft: DecisionDraft): bigint {
  const held = openHolds(draft.entries).find((entry) => entry.id === draft.order.reserveHoldId)?.amount ?? 0n;
  const { available, shortfall } = reserveOf(draft, draft.order.toAsset);
  // Letting the hold go first repays what facts took beyond the reserve.
  const repaid = held < shortfall ? held : shortfall;
  return available + held - repaid;
}
