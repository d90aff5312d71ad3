import { alive } from "../condition.ts";
import { customerAccount, type DecisionDraft, fromBalance, toBalance } from "../decision-draft.ts";
import { holdRules } from "../holds.ts";
import { balanceOf, convertedOf } from "../ledger/order-ledger.ts";

/** Assets other than the order's that somebody paid with. */
export function wrongAssets(turn: DecisionDraft): string[] {
  const assets = turn.payments.map((payment) => payment.asset).filter((asset) => asset !== turn.order.fromAsset);
  return [...new Set(assets)];
}

export const balanceIn = (turn: DecisionDraft, asset: string) => balanceOf(turn.entries, customerAccount(turn, asset));
const wrongBalance = (turn: DecisionDraft) =>
  wrongAssets(turn).reduce((sum, asset) => sum + balanceIn(turn, asset), 0n);

export const isSeen = (turn: DecisionDraft) => turn.payments.some((payment) => payment.status === "seen");
export const isWrongMoneyHere = (turn: DecisionDraft) =>
  wrongBalance(turn) > 0n ||
  alive(turn).some(({ asset, status }) => status === "seen" && asset !== turn.order.fromAsset);

/** The customer's money that came in and has not been exchanged: it is all to be exchanged, or to go back. */
export const isMoneyIn = (turn: DecisionDraft) => fromBalance(turn) > 0n || wrongBalance(turn) > 0n;
export const isMoneyHere = (turn: DecisionDraft) => isMoneyIn(turn) || toBalance(turn) > 0n || isSeen(turn);

export const isExchanged = (turn: DecisionDraft) =>
  convertedOf(turn.entries, turn.order.ref, turn.order.fromAsset) > 0n;
export const isLate = (turn: DecisionDraft) => alive(turn).some((payment) => payment.onTime === "late");

/** Ended already, or bound to end, so that nothing but a refund is left for money that is here. */
export function isRefundOnly(turn: DecisionDraft): boolean {
  const { restingStatus } = turn.order;
  return restingStatus !== null && restingStatus !== "expired" && restingStatus !== "cancelled";
}

/** Held by somebody who alone can end that. */
export function isVetoed({ order }: DecisionDraft): boolean {
  return order.status === "on_hold" && order.holdReason !== null && holdRules[order.holdReason].isVeto;
}
