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
export function putOnHold(turn: DecisionDraft, reason: HoldReason): undefined {
  moveTo(turn, "on_hold");
  waitFor(turn, reason, holdRules[reason].seconds(turn.facts.policy));
  turn.order.holdOffer = offerNow(turn);
}

/** Marks what the order waits for, whatever its status, and tells the customer and the operator: once for each reason. */
export function waitFor(turn: DecisionDraft, reason: HoldReason, seconds: number): undefined {
  if (turn.order.holdReason === reason) return;
  turn.order.holdReason = reason;
  turn.order.holdSince = turn.facts.now;
  turn.order.holdDeadline = later(turn, seconds);
  turn.order.holdOffer = null;
  addTask(turn, { job: "letter", kind: reason === "refund_address_missing" ? "refund_address" : "on_hold" });
  addTask(turn, { job: "letter", kind: "operator_hold" });
}

export function leaveHold(turn: DecisionDraft): undefined {
  turn.order.holdReason = null;
  turn.order.holdSince = null;
  turn.order.holdDeadline = null;
  turn.order.holdOffer = null;
}

/** The whole of what arrived, at the rate of the moment, better or worse; null where that cannot be offered. */
export function offerNow(turn: DecisionDraft): HoldOffer | null {
  const { facts, order } = turn;
  const fromAmount = arrived(turn);
  const isWithinLimits = fromAmount >= facts.pair.minFrom && fromAmount <= facts.pair.maxFrom;
  const isOffered = requotable.has(order.holdReason ?? "") && !isRefundOnly(turn) && !isExchanged(turn);
  if (!isOffered || !isWithinLimits || isWrongMoneyHere(turn) || !facts.pair.isActive || !facts.market) return null;
  const price = priceAt(turn, facts.market.rate, fromAmount);
  if (price.toAmount === 0n || price.toAmount > promisable(turn)) return null;
  return {
    rate: facts.market.rate,
    fromAmount: fromAmount.toString(),
    toAmount: price.toAmount.toString(),
    serviceFee: price.serviceFee.toString(),
    bonus: price.bonus.toString(),
    validUntil: later(turn, facts.policy.requoteTtlSeconds).toISOString(),
  };
}

const requotable: ReadonlySet<string> = new Set<HoldReason>(["amount_mismatch", "late_payment", "rate_moved"]);

/** By the formula and the terms of this order's quote, at a rate given as decimal text. */
export function priceAt(turn: DecisionDraft, rate: string, fromAmount: bigint): Price {
  const { fromAsset, toAsset } = turn.order;
  const { serviceBps, bonusBps, fixedBonus, payoutFee } = giftFor(turn, fromAmount);
  const decimals = { fromDecimals: assetOf(turn, fromAsset).decimals, toDecimals: assetOf(turn, toAsset).decimals };
  return priceFrom({ fromAmount, rate, serviceBps, bonusBps, fixedBonus, payoutFee, ...decimals });
}

/** The order's terms for an amount: without its promo code where that asks for more than really came. */
function giftFor(turn: DecisionDraft, fromAmount: bigint): PromoGift {
  const { promoTerms } = turn.order;
  return promoTerms !== null && isBelowPromo(turn, promoTerms, fromAmount) ? termsWithoutPromo(promoTerms) : turn.order;
}

/** An order that is exchanged for less than its code asks for has lost it; whoever follows its sums must see that. */
export function dropUnmetPromo(turn: DecisionDraft, fromAmount: bigint): undefined {
  const { promoCode: code, promoTerms } = turn.order;
  if (code === null || promoTerms === null || !isBelowPromo(turn, promoTerms, fromAmount)) return;
  const promoRefused = { code, reason: "min_amount" } as const;
  Object.assign(turn.order, { ...termsWithoutPromo(promoTerms), promoCode: null, promoTerms: null, promoRefused });
}

/** Tolerance wins over the code's minimum, as it does over the pair's. */
function isBelowPromo(turn: DecisionDraft, { minFrom }: PromoTerms, fromAmount: bigint): boolean {
  return minFrom !== null && fromAmount < BigInt(minFrom) && comparedToQuote(turn, fromAmount) !== "exact";
}

/** What this order could have of the reserve: what is free, and what it holds already. */
export function promisable(turn: DecisionDraft): bigint {
  const held = openHolds(turn.entries).find((entry) => entry.id === turn.order.reserveHoldId)?.amount ?? 0n;
  const { available, shortfall } = reserveOf(turn, turn.order.toAsset);
  // Letting the hold go first repays what facts took beyond the reserve.
  const repaid = held < shortfall ? held : shortfall;
  return available + held - repaid;
}
