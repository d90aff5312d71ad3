import { balanceOf, convertedOf } from "../../../ledger/rules/order-ledger.ts";
import { activePayments } from "../condition.ts";
import { customerAccount, type DecisionDraft, fromBalance, toBalance } from "../decision-draft.ts";
import { holdRules } from "../holds.ts";

/** Assets of payments that are not the order's own asset. */
export function wrongAssets(draft: DecisionDraft): string[] {
  const assets = draft.payments.map((payment) => payment.asset).filter((asset) => asset !== draft.order.fromAsset);
  return [...new Set(assets)];
}

export const balanceIn = (draft: DecisionDraft, asset: string) =>
  balanceOf(draft.entries, customerAccount(draft, asset));
const wrongBalance = (draft: DecisionDraft) =>
  wrongAssets(draft).reduce((sum, asset) => sum + balanceIn(draft, asset), 0n);

export const isSeen = (draft: DecisionDraft) => draft.payments.some((payment) => payment.status === "seen");
export const isWrongMoneyHere = (draft: DecisionDraft) =>
  wrongBalance(draft) > 0n ||
  activePayments(draft).some(({ asset, status }) => status === "seen" && asset !== draft.order.fromAsset);

/** Booked money of the customer that is not exchanged; it will be exchanged or refunded. */
export const isMoneyIn = (draft: DecisionDraft) => fromBalance(draft) > 0n || wrongBalance(draft) > 0n;
export const isMoneyHere = (draft: DecisionDraft) => isMoneyIn(draft) || toBalance(draft) > 0n || isSeen(draft);

export const isExchanged = (draft: DecisionDraft) =>
  convertedOf(draft.entries, draft.order.ref, draft.order.fromAsset) > 0n;
export const isLate = (draft: DecisionDraft) => activePayments(draft).some((payment) => payment.onTime === "late");

/** The order has ended or must end, so money here can only be refunded. */
export function isRefundOnly(draft: DecisionDraft): boolean {
  const { restingStatus } = draft.order;
  return restingStatus !== null && restingStatus !== "expired" && restingStatus !== "cancelled";
}

/** Only the party that set this hold can end it. */
export function isVetoed({ order }: DecisionDraft): boolean {
  return order.status === "on_hold" && order.holdReason !== null && holdRules[order.holdReason].isVeto;
}
