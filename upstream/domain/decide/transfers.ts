import { type DecisionDraft, forced, settle } from "../decision-draft.ts";
import { accounts } from "../ledger/booking.ts";
import type { NetworkFee } from "../order-event.ts";
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

/** We bear network fees, in the asset that pays them (gas); they never reduce the customer's amount. */
export function bookNetworkFee(
  draft: DecisionDraft,
  { id, rail }: OutgoingFact,
  fee: NetworkFee | null,
  result: "sent" | "failed" = "sent",
): undefined {
  if (fee === null) return;
  const { asset, amount } = fee;
  const movement = { debit: accounts.reserve(asset), credit: accounts.rail(rail, asset), asset, amount };
  forced(draft, result === "sent" ? `${id}:network-fee` : `${id}:failed-fee`, { ...movement, code: "network_fee" });
}
