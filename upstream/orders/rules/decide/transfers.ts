import { type DecisionDraft, settle } from "../decision-draft.ts";
import type { OutgoingFact } from "../order-facts.ts";

/** The next attempt of this kind; fields that do not depend on its destination. */
export function nextOutgoing(draft: DecisionDraft, kind: "payout" | "refund") {
  const attempt = draft.outgoing.filter((movement) => movement.kind === kind).length + 1;
  const start = { status: "sending" as const, railTxId: null, alarm: null, otherTxId: null };
  const times = { createdAt: draft.facts.now, settledAt: null };
  return { id: `${draft.order.ref}-${kind}-${attempt}`, kind, attempt, ...start, ...times };
}

export function sendingOf(draft: DecisionDraft, id: string): OutgoingFact | undefined {
  return draft.outgoing.find((movement) => movement.id === id && movement.status === "sending");
}

export function markSent(draft: DecisionDraft, movement: OutgoingFact, txId: string | null): undefined {
  settle(draft, movement.transferId, movement.amount);
  if (movement.feeTransferId !== null) settle(draft, movement.feeTransferId, movement.fee);
  Object.assign(movement, { status: "sent", railTxId: txId, settledAt: draft.facts.now });
}
