import { accounts } from "../../../../ledger/rules/booking.ts";
import { type DecisionBuilder, forced } from "../../decision-builder.ts";
import type { EventOf } from "../../order-event.ts";
import type { Dispute } from "../../order-facts.ts";
import { takeLoss } from "./loss.ts";

/** A payer may open several cases. Each blocks its own amount and ends on its own. */
export function addDispute(
  decision: DecisionBuilder,
  { caseId, rail }: EventOf<"dispute_opened">,
  amount: bigint,
): undefined {
  decision.order.disputes.push({ caseId, rail, amount: amount.toString(), state: "open" });
  moveAside(decision, rail, amount);
  raiseFlag(decision);
}

export function openDispute({ order }: DecisionBuilder, caseId: string): Dispute | undefined {
  return order.disputes.find((dispute) => dispute.caseId === caseId && dispute.state === "open");
}

/** Received money that no open or lost case covers. */
export function undisputed({ order }: DecisionBuilder): bigint {
  return order.received - sumOf(order.disputes.filter(({ state }) => state !== "won"));
}

export const isAnyLost = ({ order }: DecisionBuilder) => order.disputes.some(({ state }) => state === "lost");

export function winDispute(decision: DecisionBuilder, dispute: Dispute): undefined {
  moveAside(decision, dispute.rail, -BigInt(dispute.amount));
  dispute.state = "won";
  raiseFlag(decision);
}

/** The rail keeps the blocked amount. All cases of an order are at one rail, the one that received the payment. */
export function loseDisputes(decision: DecisionBuilder, lost: Dispute[]): undefined {
  const rail = lost[0]?.rail;
  if (rail === undefined) return;
  const asset = decision.order.fromAsset;
  takeLoss(decision, {
    credit: accounts.rail(disputedAccount(rail), asset),
    asset,
    amount: sumOf(lost),
    code: "dispute",
  });
  for (const dispute of lost) dispute.state = "lost";
  raiseFlag(decision);
}

/** Settles disputes lost during a payout, once it has ended. Returns whether there were any. */
export function settleLostDisputes(decision: DecisionBuilder): boolean {
  const lost = decision.order.disputes.filter(({ state }) => state === "lost_meanwhile");
  loseDisputes(decision, lost);
  if (lost.length > 0) decision.order.restingStatus = "charged_back";
  return lost.length > 0;
}

/** A payer who was refunded has nothing to dispute: the rail closes the cases and unblocks the money. */
export function endDisputes(decision: DecisionBuilder): undefined {
  const open = decision.order.disputes.filter(({ state }) => state === "open");
  const rail = open[0]?.rail;
  if (rail === undefined) return;
  moveAside(decision, rail, -sumOf(open));
  for (const dispute of open) dispute.state = "won";
  raiseFlag(decision);
}

function raiseFlag({ order }: DecisionBuilder): undefined {
  const undecided = order.disputes.find(({ state }) => state === "open" || state === "lost_meanwhile");
  order.disputeFlag = undecided?.rail ?? null;
}

function moveAside(decision: DecisionBuilder, rail: string, amount: bigint): undefined {
  const asset = decision.order.fromAsset;
  const heldAtRail = accounts.rail(rail, asset);
  const disputedRail = accounts.rail(disputedAccount(rail), asset);
  if (amount > 0n)
    forced(decision, "dispute", { debit: disputedRail, credit: heldAtRail, asset, amount, code: "dispute" });
  else
    forced(decision, "dispute", { debit: heldAtRail, credit: disputedRail, asset, amount: -amount, code: "dispute" });
}

const sumOf = (disputes: Dispute[]) => disputes.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
const disputedAccount = (rail: string) => `${rail}_disputed`;
