import type { OrderCondition } from "../../../contract/order/order-states.ts";
import { convertedOf } from "../../ledger/rules/order-ledger.ts";
import { rateAt } from "../../market/rules/pricing.ts";
import { parseRate, withinBand } from "../../market/rules/rate.ts";
import { type DecisionBuilder, fromBalance } from "./decision-builder.ts";
import type { PaymentTiming } from "./order-facts.ts";

/** Payments seen or final; vanished ones are excluded. */
export const activePayments = (decision: DecisionBuilder) =>
  decision.payments.filter((payment) => payment.status !== "vanished");
export const isAllFinal = (decision: DecisionBuilder) =>
  decision.payments.every((payment) => payment.status !== "seen");

/** Payments in the order's own asset that are seen but not final. */
function unconfirmed(decision: DecisionBuilder): bigint {
  const seen = decision.payments.filter(
    (payment) => payment.status === "seen" && payment.asset === decision.order.fromAsset,
  );
  return seen.reduce((sum, payment) => sum + payment.amount, 0n);
}

/** Customer's money in this order that is not exchanged: booked balance plus unconfirmed payments. */
export const paidAmount = (decision: DecisionBuilder) => fromBalance(decision) + unconfirmed(decision);

/** Compares an amount with the quote. Within the asset's tolerance it is exact, even below the pair's minimum. */
export function comparedToQuote(decision: DecisionBuilder, amount: bigint): "exact" | "partial" | "over" {
  const { fromAmount, fromAsset } = decision.order;
  const difference = amount > fromAmount ? amount - fromAmount : fromAmount - amount;
  const toleranceBps = decision.facts.assets[fromAsset]?.toleranceBps ?? 0;
  if (difference * 10_000n <= fromAmount * BigInt(toleranceBps)) return "exact";
  return amount < fromAmount ? "partial" : "over";
}

/**
 * How the payments compare with the quote. Precedence: wrong_asset, late, partial or over, multiple, exact; sums
 * decide.
 */
export function conditionOf(decision: DecisionBuilder): OrderCondition {
  const payments = activePayments(decision);
  if (payments.length === 0) return "none";
  if (payments.some((payment) => payment.asset !== decision.order.fromAsset)) return "wrong_asset";
  if (payments.some((payment) => payment.onTime !== "in_window")) return "late";
  const sum = payments.reduce((total, payment) => total + payment.amount, 0n);
  const compared = comparedToQuote(decision, sum);
  if (compared !== "exact") return compared;
  return payments.length > 1 ? "multiple" : "exact";
}

/**
 * Whether a payment first seen now counts at the locked rate. Yes within the payment window; after it, or after the
 * reserve was released, only within the grace time and while the rate is within the band.
 */
export function timingNow(decision: DecisionBuilder): PaymentTiming {
  const { order, facts } = decision;
  const isExchanged = convertedOf(decision.entries, order.ref, order.fromAsset) > 0n;
  const isReleased = order.status === "expired" || order.status === "cancelled" || order.reserveHoldId === null;
  if ((isExchanged || !isReleased) && order.rateLockedUntil !== null && facts.now <= order.rateLockedUntil)
    return "in_window";
  const isGrace = order.graceUntil !== null && facts.now <= order.graceUntil;
  return isGrace && isRateInBand(decision) ? "in_grace" : "late";
}

function isRateInBand(decision: DecisionBuilder): boolean {
  const { market, policy } = decision.facts;
  if (market === null) return false;
  return withinBand(
    parseRate(decision.order.rate),
    parseRate(rateAt(market, decision.order.fromAmount)),
    policy.rateBandPercent,
  );
}
