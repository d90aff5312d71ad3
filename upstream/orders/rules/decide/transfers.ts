import { type DecisionBuilder, settle } from "../decision-builder.ts";
import type { OutgoingFact } from "../order-facts.ts";

/** The next attempt of this kind; fields that do not depend on its destination. */
export function nextOutgoing(decision: DecisionBuilder, kind: "payout" | "refund") {
  const attempt = decision.outgoing.filter((movement) => movement.kind === kind).length + 1;
  const start = { status: "sending" as const, railTxId: null, alarm: null, otherTxId: null };
  const times = { createdAt: decision.facts.now, settledAt: null };
  return { id: `${decision.order.ref}-${kind}-${attempt}`, kind, attempt, ...start, ...times };
}

export function sendingOf(decision: DecisionBuilder, id: string): OutgoingFact | undefined {
  return decision.outgoing.find((movement) => movement.id === id && movement.status === "sending");
}

export function markSent(decision: DecisionBuilder, movement: OutgoingFact, txId: string | null): undefined {
  settle(decision, movement.transferId, movement.amount);
  if (movement.feeTransferId !== null) settle(decision, movement.feeTransferId, movement.fee);
  Object.assign(movement, { status: "sent", railTxId: txId, settledAt: decision.facts.now });
}
