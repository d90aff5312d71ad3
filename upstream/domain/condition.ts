import type { OrderCondition } from "../../contract/order/order-states.ts";
import { type DecisionDraft, fromBalance } from "./decision-draft.ts";
import { convertedOf } from "./ledger/order-ledger.ts";
import type { PaymentTiming } from "./order-facts.ts";
import { parseRate, withinBand } from "./pricing/rate.ts";

/** Payments that exist: seen or final, not taken back by their network. */
export const alive = (turn: DecisionDraft) => turn.payments.filter((payment) => payment.status !== "vanished");
export const isAllFinal = (turn: DecisionDraft) => turn.payments.every((payment) => payment.status !== "seen");

/** Seen in the order's own asset and not final yet. */
export function unconfirmed(turn: DecisionDraft): bigint {
  const seen = turn.payments.filter((payment) => payment.status === "seen" && payment.asset === turn.order.fromAsset);
  return seen.reduce((sum, payment) => sum + payment.amount, 0n);
}

/** What the customer has in this order before it is exchanged: what lies in the ledger and what is on its way. */
export const arrived = (turn: DecisionDraft) => fromBalance(turn) + unconfirmed(turn);

/** Within the asset's tolerance of the quoted amount, which wins over the pair's minimum. */
export function comparedToQuote(turn: DecisionDraft, amount: bigint): "exact" | "partial" | "over" {
  const { fromAmount, fromAsset } = turn.order;
  const difference = amount > fromAmount ? amount - fromAmount : fromAmount - amount;
  const toleranceBps = turn.facts.assets[fromAsset]?.toleranceBps ?? 0;
  if (difference * 10_000n <= fromAmount * BigInt(toleranceBps)) return "exact";
  return amount < fromAmount ? "partial" : "over";
}

/** How what was paid relates to the quote: wrong_asset > late > partial, over > multiple > exact; the sum decides. */
export function conditionOf(turn: DecisionDraft): OrderCondition {
  const payments = alive(turn);
  if (payments.length === 0) return "none";
  if (payments.some((payment) => payment.asset !== turn.order.fromAsset)) return "wrong_asset";
  if (payments.some((payment) => payment.onTime !== "in_window")) return "late";
  const sum = payments.reduce((total, payment) => total + payment.amount, 0n);
  const compared = comparedToQuote(turn, sum);
  if (compared !== "exact") return compared;
  return payments.length > 1 ? "multiple" : "exact";
}

/**
 * Whether a payment first seen now counts at the locked rate: within the window it does; after it, or once the
 * reserve was let go, only within the grace time and while the market is in the band.
 */
export function timingNow(turn: DecisionDraft): PaymentTiming {
  const { order, facts } = turn;
  const isExchanged = convertedOf(turn.entries, order.ref, order.fromAsset) > 0n;
  const isLetGo = order.status === "expired" || order.status === "cancelled" || order.reserveHoldId === null;
  if ((isExchanged || !isLetGo) && order.rateLockedUntil !== null && facts.now <= order.rateLockedUntil)
    return "in_window";
  const isGrace = order.graceUntil !== null && facts.now <= order.graceUntil;
  return isGrace && isRateInBand(turn) ? "in_grace" : "late";
}

function isRateInBand(turn: DecisionDraft): boolean {
  const { market, policy } = turn.facts;
  if (market === null) return false;
  return withinBand(parseRate(turn.order.rate), parseRate(market.rate), policy.rateBandPercent);
}
