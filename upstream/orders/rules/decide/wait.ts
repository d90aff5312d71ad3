import type { HoldReason } from "../../../../contract/order/order-states.ts";
import { payableOf } from "../../../ledger/rules/booking.ts";
import { openHolds } from "../../../ledger/rules/order-ledger.ts";
import { storedCosts } from "../../../market/rules/costs.ts";
import { type Price, priceFrom, rateAt } from "../../../market/rules/pricing.ts";
import { type PromoBenefit, type PromoTerms, termsWithoutPromo } from "../../../market/rules/promo.ts";
import { comparedToQuote, paidAmount } from "../condition.ts";
import { addTask, assetOf, type DecisionBuilder, later, moveTo, reserveOf } from "../decision-builder.ts";
import { holdRules } from "../holds.ts";
import type { HoldOffer, OrderState } from "../order-facts.ts";
import { isExchanged, isRefundOnly, isWrongMoneyHere } from "./order-predicates.ts";

/** Puts the order on hold until a decision. The same reason again keeps the deadline but renews the offer. */
export function putOnHold(decision: DecisionBuilder, reason: HoldReason): undefined {
  moveTo(decision, "on_hold");
  waitFor(decision, reason, holdRules[reason].seconds(decision.facts.policy));
  decision.order.holdOffer = offerNow(decision);
}

/** Records what the order waits for, in any status, and emails customer and operator once per reason. */
export function waitFor(decision: DecisionBuilder, reason: HoldReason, seconds: number): undefined {
  if (decision.order.holdReason === reason) return;
  decision.order.holdReason = reason;
  decision.order.holdSince = decision.facts.now;
  decision.order.holdDeadline = later(decision, seconds);
  decision.order.holdOffer = null;
  addTask(decision, { job: "email", kind: reason === "refund_address_missing" ? "refund_address" : "on_hold" });
  // The owner's own choice of account: nothing is for an operator to look at.
  if (reason !== "new_payout_account") addTask(decision, { job: "email", kind: "operator_hold" });
}

export function leaveHold(decision: DecisionBuilder): undefined {
  decision.order.holdReason = null;
  decision.order.holdSince = null;
  decision.order.holdDeadline = null;
  decision.order.holdOffer = null;
}

/** An offer for all that arrived at the current rate, better or worse; null when none can be made. */
export function offerNow(decision: DecisionBuilder): HoldOffer | null {
  const { facts, order } = decision;
  const fromAmount = paidAmount(decision);
  const isWithinLimits = fromAmount >= facts.pair.minFrom && fromAmount <= facts.pair.maxFrom;
  const isOffered = requotable.has(order.holdReason ?? "") && !isRefundOnly(decision) && !isExchanged(decision);
  if (!isOffered || !isWithinLimits || isWrongMoneyHere(decision) || !facts.pair.isActive || !facts.market) return null;
  const { referenceRate, referenceSource } = facts.market;
  const rate = rateAt(facts.market, fromAmount);
  const { costTerms: usual } = facts.market;
  // Into a wallet the money leaves no rail.
  const costTerms = usual && order.payoutToWallet ? { ...usual, payout: "0" } : usual;
  const price = priceAt(decision, { rate, costTerms }, fromAmount);
  if (price.toAmount === 0n || price.toAmount > reservable(decision)) return null;
  return {
    rate,
    fromAmount: fromAmount.toString(),
    toAmount: price.toAmount.toString(),
    serviceFee: price.serviceFee.toString(),
    bonus: price.bonus.toString(),
    validUntil: later(decision, facts.policy.requoteTtlSeconds).toISOString(),
    costTerms,
    reference: { rate: referenceRate, source: referenceSource },
  };
}

const requotable: ReadonlySet<string> = new Set<HoldReason>(["amount_mismatch", "late_payment", "rate_moved"]);

/** Price by this order's terms, at another rate (decimal text) and within other costs. */
export function priceAt(
  decision: DecisionBuilder,
  { rate, costTerms }: Pick<OrderState, "rate" | "costTerms">,
  fromAmount: bigint,
): Price {
  const { fromAsset, toAsset } = decision.order;
  const costs = storedCosts(costTerms);
  const { serviceBps, bonusBps, fixedBonus, payoutFee } = promoTermsFor(decision, fromAmount);
  const decimals = {
    fromDecimals: assetOf(decision, fromAsset).decimals,
    toDecimals: assetOf(decision, toAsset).decimals,
  };
  return priceFrom({ fromAmount, rate, serviceBps, bonusBps, fixedBonus, payoutFee, costs, ...decimals });
}

/** The order's terms for an amount: without its promo code if the amount is below the code's minimum. */
function promoTermsFor(decision: DecisionBuilder, fromAmount: bigint): PromoBenefit {
  const { promoTerms } = decision.order;
  return promoTerms !== null && isBelowPromo(decision, promoTerms, fromAmount)
    ? termsWithoutPromo(promoTerms)
    : decision.order;
}

/** An order exchanged below its code's minimum loses the code, and records why. */
export function dropUnmetPromo(decision: DecisionBuilder, fromAmount: bigint): undefined {
  const { promoCode: code, promoTerms } = decision.order;
  if (code === null || promoTerms === null || !isBelowPromo(decision, promoTerms, fromAmount)) return;
  const promoRefused = { code, reason: "min_amount" } as const;
  Object.assign(decision.order, { ...termsWithoutPromo(promoTerms), promoCode: null, promoTerms: null, promoRefused });
}

/** Amounts within tolerance of the quote pass the code's minimum, as they pass the pair's. */
function isBelowPromo(decision: DecisionBuilder, { minFrom }: PromoTerms, fromAmount: bigint): boolean {
  return minFrom !== null && fromAmount < BigInt(minFrom) && comparedToQuote(decision, fromAmount) !== "exact";
}

/** The most this order could reserve: what the paying rail can still be asked for, plus the order's own hold. */
export function reservable(decision: DecisionBuilder): bigint {
  const heldAmount =
    openHolds(decision.entries).find((entry) => entry.id === decision.order.reserveHoldId)?.amount ?? 0n;
  const { available, shortfall, elsewhere } = reserveOf(decision, decision.order.toAsset);
  // Releasing the hold first repays the shortfall.
  const repaid = heldAmount < shortfall ? heldAmount : shortfall;
  return payableOf(available, elsewhere) + heldAmount - repaid;
}
