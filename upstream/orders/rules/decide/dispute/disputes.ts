import { accounts } from "../../../../ledger/rules/booking.ts";
import { type DecisionDraft, forced } from "../../decision-draft.ts";
import type { EventOf } from "../../order-event.ts";
import type { Dispute } from "../../order-facts.ts";
import { takeLoss } from "./loss.ts";

/** A payer may open several cases. Each blocks its own amount and ends on its own. */
export function addDispute(
  draft: DecisionDraft,
  { caseId, rail }: EventOf<"dispute_opened">,
  amount: bigint,
): undefined {
  draft.order.disputes.push({ caseId, rail, amount: amount.toString(), state: "open" });
  moveAside(draft, rail, amount);
  raiseFlag(draft);
}

export function openDispute({ order }: DecisionDraft, caseId: string): Dispute | undefined {
  return order.disputes.find((dispute) => dispute.caseId === caseId && dispute.state === "open");
}

/** Received money that no open or lost case covers. */
export function undisputed({ order }: DecisionDraft): bigint {
  return order.received - sumOf(order.disputes.filter(({ state }) => state !== "won"));
}

export const isAnyLost = ({ order }: DecisionDraft) => order.disputes.some(({ state }) => state === "lost");

export function winDispute(draft: DecisionDraft, dispute: Dispute): undefined {
  moveAside(draft, dispute.rail, -BigInt(dispute.amount));
  dispute.state = "won";
  raiseFlag(draft);
}

/** The rail keeps the blocked amount. All cases of an order are at one rail, the one that received the payment. */
export function loseDisputes(draft: DecisionDraft, lost: Dispute[]): undefined {
  const rail = lost[0]?.rail;
  if (rail === undefined) return;
  const asset = draft.order.fromAsset;
  takeLoss(draft, { credit: accounts.rail(disputedAccount(rail), asset), asset, amount: sumOf(lost), code: "dispute" });
  for (const dispute of lost) dispute.state = "lost";
  raiseFlag(draft);
}

/** Settles disputes lost during a payout, once it has ended. Returns whether there were any. */
export function settleLostDisputes(draft: DecisionDraft): boolean {
  const lost = draft.order.disputes.filter(({ state }) => state === "lost_meanwhile");
  loseDisputes(draft, lost);
  if (lost.length > 0) draft.order.restingStatus = "charged_back";
  return lost.length > 0;
}

/** A payer who was refunded has nothing to dispute: the rail closes the cases and unblocks the money. */
export function endDisputes(draft: DecisionDraft): undefined {
  const open = draft.order.disputes.filter(({ state }) => state === "open");
  const rail = open[0]?.rail;
  if (rail === undefined) return;
  moveAside(draft, rail, -sumOf(open));
  for (const dispute of open) dispute.state = "won";
  raiseFlag(draft);
}

function raiseFlag({ order }: DecisionDraft): undefined {
  const undecided = order.disputes.find(({ state }) => state === "open" || state === "lost_meanwhile");
  order.disputeFlag = undecided?.rail ?? null;
}

function moveAside(draft: DecisionDraft, rail: string, amount: bigint): undefined {
  const asset = draft.order.fromAsset;
  const heldAtRail = accounts.rail(rail, asset);
  const disputedRail = accounts.rail(disputedAccount(rail), asset);
  if (amount > 0n)
    forced(draft, "dispute", { debit: disputedRail, credit: heldAtRail, asset, amount, code: "dispute" });
  else forced(draft, "dispute", { debit: heldAtRail, credit: disputedRail, asset, amount: -amount, code: "dispute" });
}

const sumOf = (disputes: Dispute[]) => disputes.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
const disputedAccount = (rail: string) => `${rail}_disputed`;
