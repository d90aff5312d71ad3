import type { OrderCondition } from "../../../contract/order/order-states.ts";
import { convertedOf } from "../../ledger/rules/order-ledger.ts";
import { rateAt } from "../../market/rules/pricing.ts";
import { parseRate, withinBand } from "../../market/rules/rate.ts";
import { type DecisionDraft, fromBalance } from "./decision-draft.ts";
import type { PaymentTiming } from "./order-facts.ts";

/** Payments seen or final; vanished ones are excluded. */
export const activePayments = (draft: DecisionDraft) =>
  draft.payments.filter((payment) => payment.status !== "vanished");
export const isAllFinal = (draft: DecisionDraft) => draft.payments.every((payment) => payment.status !== "seen");

/** Payments in the order's own asset that are seen but not final. */
function unconfirmed(draft: DecisionDraft): bigint {
  const seen = draft.payments.filter((payment) => payment.status === "seen" && payment.asset === draft.order.fromAsset);
  return seen.reduce((sum, payment) => sum + payment.amount, 0n);
}

/** Customer's money in this order that is not exchanged: booked balance plus unconfirmed payments. */
export const paidAmount = (draft: DecisionDraft) => fromBalance(draft) + unconfirmed(draft);

/** Compares an amount with the quote. Within the asset's tolerance it is exact, even below the pair's minimum. */
export function comparedToQuote(draft: DecisionDraft, amount: bigint): "exact" | "partial" | "over" {
  const { fromAmount, fromAsset } = draft.order;
  const difference = amount > fromAmount ? amount - fromAmount : fromAmount - amount;
  const toleranceBps = draft.facts.assets[fromAsset]?.toleranceBps ?? 0;
  if (difference * 10_000n <= fromAmount * BigInt(toleranceBps)) return "exact";
  return amount < fromAmount ? "partial" : "over";
}

/**
 * How the payments compare with the quote. Precedence: wrong_asset, late, partial or over, multiple, exact; sums
 * decide.
 */
export function conditionOf(draft: DecisionDraft): OrderCondition {
  const payments = activePayments(draft);
  if (payments.length === 0) return "none";
  if (payments.some((payment) => payment.asset !== draft.order.fromAsset)) return "wrong_asset";
  if (payments.some((payment) => payment.onTime !== "in_window")) return "late";
  const sum = payments.reduce((total, payment) => total + payment.amount, 0n);
  const compared = comparedToQuote(draft, sum);
  if (compared !== "exact") return compared;
  return payments.length > 1 ? "multiple" : "exact";
}

/**
 * Whether a payment first seen now counts at the locked rate. Yes within the payment window; after it, or after the
 * reserve was released, only within the grace time and while the rate is within the band.
 */
export function timingNow(draft: DecisionDraft): PaymentTiming {
  const { order, facts } = draft;
  const isExchanged = convertedOf(draft.entries, order.ref, order.fromAsset) > 0n;
  const isReleased = order.status === "expired" || order.status === "cancelled" || order.reserveHoldId === null;
  if ((isExchanged || !isReleased) && order.rateLockedUntil !== null && facts.now <= order.rateLockedUntil)
    return "in_window";
  const isGrace = order.graceUntil !== null && facts.now <= order.graceUntil;
  return isGrace && isRateInBand(draft) ? "in_grace" : "late";
}

function isRateInBand(draft: DecisionDraft): boolean {
  const { market, policy } = draft.facts;
  if (market === null) return false;
  return withinBand(
    parseRate(draft.order.rate),
    parseRate(rateAt(market, draft.order.fromAmount)),
    policy.rateBandPercent,
  );
}
