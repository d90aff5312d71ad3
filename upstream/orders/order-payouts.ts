import { and, eq, isNotNull } from "drizzle-orm";
import { member, order } from "../db/schema/index.ts";
import { isApprovedSince } from "../payouts/approved-since.ts";
import type { Context } from "../ports/context.ts";
import type { MovementEnd, OutgoingRow, PayoutOwner } from "../ports/payout-owner.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { isCaught } from "../withdrawals/rules/freeze.ts";
import { applyEvent } from "./apply-event.ts";
import { orderEffect } from "./order-effect.ts";
import type { OrderEvent } from "./rules/order-event.ts";

/**
 * Payouts and refunds of orders: their end is an event of the order. A freeze of the account stops what was paid from its
 * wallets and has not been sent, as it stops withdrawals.
 */
export const orderPayouts: PayoutOwner<Context> = {
  kinds: ["payout", "refund"],
  async ended(ctx, { movement, end, by }, acceptOnce) {
    if (movement.orderRef === null) throw new Error(`The ${movement.kind} ${movement.id} belongs to no order`);
    const event = orderEventOf(movement, end);
    if (!event) return undefined;
    const result = await applyEvent(ctx, movement.orderRef, event, by, acceptOnce);
    return isRefusal(result) ? result : undefined;
  },
  effect: orderEffect,
  async obstacle(tx, movement, source) {
    const { orderRef } = movement;
    // No freeze reaches what its customer has paid from elsewhere.
    if (orderRef === null || source === "order") return null;
    const [row] = await tx
      .select({ createdAt: order.walletPaidAt, until: member.withdrawalsFrozenUntil })
      .from(order)
      .innerJoin(member, eq(member.id, order.ownerId))
      .where(and(eq(order.ref, orderRef), isNotNull(order.walletPaidAt)))
      .for("share", { of: member });
    if (!row?.createdAt || row.until === null || !isCaught({ createdAt: row.createdAt, clearedAt: null }, row.until))
      return null;
    return (await isApprovedSince(tx, movement, row.until)) ? null : { until: row.until };
  },
};

/** Undefined where an order has no event for it: what becomes of a refund after it was sent is its customer's. */
function orderEventOf({ id: outgoingId, kind }: OutgoingRow, end: MovementEnd): OrderEvent | undefined {
  if (kind !== "payout" && kind !== "refund") throw new Error(`A ${kind} belongs to no order`);
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
