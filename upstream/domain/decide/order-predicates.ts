import { alive } from "../condition.ts";
import { customerAccount, type DecisionDraft, fromBalance, toBalance } from "../decision-draft.ts";
import { holdRules } from "../holds.ts";
import { balanceOf, convertedOf } from "../ledger/order-ledger.ts";

/** Assets other than the order's that somebody paid with. */
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
  alive(draft).some(({ asset, status }) => status === "seen" && asset !== draft.order.fromAsset);

/** The customer's money that came in and has not been exchanged: it is all to be exchanged, or to go back. */
export const isMoneyIn = (draft: DecisionDraft) => fromBalance(draft) > 0n || wrongBalance(draft) > 0n;
export const isMoneyHere = (draft: DecisionDraft) => isMoneyIn(draft) || toBalance(draft) > 0n || isSeen(draft);

export const isExchanged = (draft: DecisionDraft) =>
  convertedOf(draft.entries, draft.order.ref, draft.order.fromAsset) > 0n;
export const isLate = (draft: DecisionDraft) => alive(draft).some((payment) => payment.onTime === "late");

/** Ended already, or bound to end, so that nothing but a refund is left for money that is here. */
export function isRefundOnly(draft: DecisionDraft): boolean {
  const { restingStatus } = draft.order;
  return restingStatus !== null && restingStatus !== "expired" && restingStatus !== "cancelled";
}

/** Held by somebody who alone can end that. */
export function isVetoed({ order }: DecisionDraft): boolean {
  return order.status === "on_hold" && order.holdReason !== null && holdRules[order.holdReason].isVeto;
}
