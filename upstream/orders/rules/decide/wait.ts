import type { HoldReason } from "../../../../contract/order/order-states.ts";
import { payableOf } from "../../../ledger/rules/booking.ts";
import { openHolds } from "../../../ledger/rules/order-ledger.ts";
import { storedCosts } from "../../../market/rules/costs.ts";
import { type Price, priceFrom, rateAt } from "../../../market/rules/pricing.ts";
import { type PromoBenefit, type PromoTerms, termsWithoutPromo } from "../../../market/rules/promo.ts";
import { comparedToQuote, paidAmount } from "../condition.ts";
import { addTask, assetOf, type DecisionDraft, later, moveTo, reserveOf } from "../decision-draft.ts";
import { holdRules } from "../holds.ts";
import type { HoldOffer, OrderState } from "../order-facts.ts";
import { isExchanged, isRefundOnly, isWrongMoneyHere } from "./order-predicates.ts";

/** Puts the order on hold until a decision. The same reason again keeps the deadline but renews the offer. */
export function putOnHold(draft: DecisionDraft, reason: HoldReason): undefined {
  moveTo(draft, "on_hold");
  waitFor(draft, reason, holdRules[reason].seconds(draft.facts.policy));
  draft.order.holdOffer = offerNow(draft);
}

/** Records what the order waits for, in any status, and emails customer and operator once per reason. */
export function waitFor(draft: DecisionDraft, reason: HoldReason, seconds: number): undefined {
  if (draft.order.holdReason === reason) return;
  draft.order.holdReason = reason;
  draft.order.holdSince = draft.facts.now;
  draft.order.holdDeadline = later(draft, seconds);
  draft.order.holdOffer = null;
  addTask(draft, { job: "email", kind: reason === "refund_address_missing" ? "refund_address" : "on_hold" });
  // The owner's own choice of account: nothing is for an operator to look at.
  if (reason !== "new_payout_account") addTask(draft, { job: "email", kind: "operator_hold" });
}

export function leaveHold(draft: DecisionDraft): undefined {
  draft.order.holdReason = null;
  draft.order.holdSince = null;
  draft.order.holdDeadline = null;
  draft.order.holdOffer = null;
}

/** An offer for all that arrived at the current rate, better or worse; null when none can be made. */
export function offerNow(draft: DecisionDraft): HoldOffer | null {
  const { facts, order } = draft;
  const fromAmount = paidAmount(draft);
  const isWithinLimits = fromAmount >= facts.pair.minFrom && fromAmount <= facts.pair.maxFrom;
  const isOffered = requotable.has(order.holdReason ?? "") && !isRefundOnly(draft) && !isExchanged(draft);
  if (!isOffered || !isWithinLimits || isWrongMoneyHere(draft) || !facts.pair.isActive || !facts.market) return null;
  const { referenceRate, referenceSource } = facts.market;
  const rate = rateAt(facts.market, fromAmount);
  const { costTerms: usual } = facts.market;
  // Into a wallet the money leaves no rail.
  const costTerms = usual && order.payoutToWallet ? { ...usual, payout: "0" } : usual;
  const price = priceAt(draft, { rate, costTerms }, fromAmount);
  if (price.toAmount === 0n || price.toAmount > reservable(draft)) return null;
  return {
    rate,
    fromAmount: fromAmount.toString(),
    toAmount: price.toAmount.toString(),
    serviceFee: price.serviceFee.toString(),
    bonus: price.bonus.toString(),
    validUntil: later(draft, facts.policy.requoteTtlSeconds).toISOString(),
    costTerms,
    reference: { rate: referenceRate, source: referenceSource },
  };
}

const requotable: ReadonlySet<string> = new Set<HoldReason>(["amount_mismatch", "late_payment", "rate_moved"]);

/** Price by this order's terms, at another rate (decimal text) and within other costs. */
export function priceAt(
  draft: DecisionDraft,
  { rate, costTerms }: Pick<OrderState, "rate" | "costTerms">,
  fromAmount: bigint,
): Price {
  const { fromAsset, toAsset } = draft.order;
  const costs = storedCosts(costTerms);
  const { serviceBps, bonusBps, fixedBonus, payoutFee } = promoTermsFor(draft, fromAmount);
  const decimals = { fromDecimals: assetOf(draft, fromAsset).decimals, toDecimals: assetOf(draft, toAsset).decimals };
  return priceFrom({ fromAmount, rate, serviceBps, bonusBps, fixedBonus, payoutFee, costs, ...decimals });
}

/** The order's terms for an amount: without its promo code if the amount is below the code's minimum. */
function promoTermsFor(draft: DecisionDraft, fromAmount: bigint): PromoBenefit {
  const { promoTerms } = draft.order;
  return promoTerms !== null && isBelowPromo(draft, promoTerms, fromAmount)
    ? termsWithoutPromo(promoTerms)
    : draft.order;
}

/** An order exchanged below its code's minimum loses the code, and records why. */
export function dropUnmetPromo(draft: DecisionDraft, fromAmount: bigint): undefined {
  const { promoCode: code, promoTerms } = draft.order;
  if (code === null || promoTerms === null || !isBelowPromo(draft, promoTerms, fromAmount)) return;
  const promoRefused = { code, reason: "min_amount" } as const;
  Object.assign(draft.order, { ...termsWithoutPromo(promoTerms), promoCode: null, promoTerms: null, promoRefused });
}

/** Amounts within tolerance of the quote pass the code's minimum, as they pass the pair's. */
function isBelowPromo(draft: DecisionDraft, { minFrom }: PromoTerms, fromAmount: bigint): boolean {
  return minFrom !== null && fromAmount < BigInt(minFrom) && comparedToQuote(draft, fromAmount) !== "exact";
}

/** The most this order could reserve: what the paying rail can still be asked for, plus the order's own hold. */
export function reservable(draft: DecisionDraft): bigint {
  const heldAmount = openHolds(draft.entries).find((entry) => entry.id === draft.order.reserveHoldId)?.amount ?? 0n;
  const { available, shortfall, elsewhere } = reserveOf(draft, draft.order.toAsset);
  // Releasing the hold first repays the shortfall.
  const repaid = heldAmount < shortfall ? heldAmount : shortfall;
  return payableOf(available, elsewhere) + heldAmount - repaid;
}
