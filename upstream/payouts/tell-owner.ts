import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import type { EventSource, OrderEvent } from "../domain/order-event.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import { applyEvent } from "../orders/apply-event.ts";
import { withdrawalMovementEnded } from "../withdrawals/movement-ended.ts";
import type { MovementEnd } from "./movement-end.ts";
import type { OutgoingRow } from "./permit.ts";
import { sweepEnded } from "./sweeps/sweep-ended.ts";

/**
 * The one place where the owner of a movement learns its end, and books it in one transaction. The owner locks its own row
 * first, then calls `acceptOnce`, which locks the movement, says whether this end may still take effect, and changes its
 * state; whatever it wrote is committed or rolled back with the owner's booking. The owner sets the movement's `status`.
 */
export async function tellOwner(
  ctx: Context,
  movement: OutgoingRow,
  end: MovementEnd,
  by: EventSource = "rail",
  acceptOnce?: (tx: Tx) => Promise<boolean>,
): Promise<Refusal | undefined> {
  const { id, kind, orderRef } = movement;
  if (kind === "withdrawal") return withdrawalMovementEnded(ctx, movement, end, by, acceptOnce);
  if (kind === "sweep") return sweepEnded(ctx, movement, end, acceptOnce);
  if (orderRef === null) throw new Error(`The ${kind} ${id} has ended, but it belongs to no order`);
  const event = orderEventOf(id, kind, end);
  if (!event) return undefined;
  const answer = await applyEvent(ctx, orderRef, event, by, acceptOnce);
  return isRefusal(answer) ? answer : undefined;
}

/** Undefined where an order has no event for it: what becomes of a refund after it was sent is its customer's. */
function orderEventOf(outgoingId: string, kind: "payout" | "refund", end: MovementEnd): OrderEvent | undefined {
  switch (end.state) {
    case "settled": {
      const { txId, networkFee } = end;
      return { name: `${kind}_done`, outgoingId, txId, networkFee };
    }
    case "refused":
    case "reverted":
    case "void": {
      const { reason, networkFee } = end;
      return { name: `${kind}_failed`, outgoingId, reason, networkFee };
    }
    case "returned":
      return kind === "payout" ? { name: "payout_returned", outgoingId, amount: end.amount } : undefined;
  }
}
