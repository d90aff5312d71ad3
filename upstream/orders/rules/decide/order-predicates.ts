import { balanceOf, convertedOf } from "../../../ledger/rules/order-ledger.ts";
import { activePayments } from "../condition.ts";
import { customerAccount, type DecisionBuilder, fromBalance, toBalance } from "../decision-builder.ts";
import { holdRules } from "../holds.ts";

/** Assets of payments that are not the order's own asset. */
export function wrongAssets(decision: DecisionBuilder): string[] {
  const assets = decision.payments
    .map((payment) => payment.asset)
    .filter((asset) => asset !== decision.order.fromAsset);
  return [...new Set(assets)];
}

export const balanceIn = (decision: DecisionBuilder, asset: string) =>
  balanceOf(decision.entries, customerAccount(decision, asset));
const wrongBalance = (decision: DecisionBuilder) =>
  wrongAssets(decision).reduce((sum, asset) => sum + balanceIn(decision, asset), 0n);

export const isSeen = (decision: DecisionBuilder) => decision.payments.some((payment) => payment.status === "seen");
export const isWrongMoneyHere = (decision: DecisionBuilder) =>
  wrongBalance(decision) > 0n ||
  activePayments(decision).some(({ asset, status }) => status === "seen" && asset !== decision.order.fromAsset);

/** Booked money of the customer that is not exchanged; it will be exchanged or refunded. */
export const isMoneyIn = (decision: DecisionBuilder) => fromBalance(decision) > 0n || wrongBalance(decision) > 0n;
export const isMoneyHere = (decision: DecisionBuilder) =>
  isMoneyIn(decision) || toBalance(decision) > 0n || isSeen(decision);

export const isExchanged = (decision: DecisionBuilder) =>
  convertedOf(decision.entries, decision.order.ref, decision.order.fromAsset) > 0n;
export const isLate = (decision: DecisionBuilder) =>
  activePayments(decision).some((payment) => payment.onTime === "late");

/** The order has ended or must end, so money here can only be refunded. */
export function isRefundOnly(decision: DecisionBuilder): boolean {
  const { restingStatus } = decision.order;
  return restingStatus !== null && restingStatus !== "expired" && restingStatus !== "cancelled";
}

/** Only the party that set this hold can end it. */
export function isVetoed({ order }: DecisionBuilder): boolean {
  return order.status === "on_hold" && order.holdReason !== null && holdRules[order.holdReason].isVeto;
}
