import { and, eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { outgoing } from "../db/schema/index.ts";
import type { OrderEvent } from "../domain/order-event.ts";
import { applyEvent } from "../orders/apply-event.ts";
import type { SendResult } from "../ports/rail.ts";

type Movement = typeof outgoing.$inferSelect;

/**
 * Sends an order's payout or refund. First the order records in its own transaction that it is being sent; then the
 * rail is called with an idempotent id; then the result is applied to the order. Repeating it after a crash at any
 * point sends nothing twice. Throws when the rail is unreachable, and is retried.
 */
export async function sendMoney(ctx: Context, kind: "payout" | "refund", ref: string): Promise<void> {
  // Refused if it has started already or must not start; the rows below tell which.
  await applyEvent(ctx, ref, { name: `${kind}_started` }, "system");
  const moving = await ctx.db.orm
    .select()
    .from(outgoing)
    .where(and(eq(outgoing.orderRef, ref), eq(outgoing.kind, kind), eq(outgoing.status, "sending")));
  for (const movement of moving) await send(ctx, movement);
}

async function send(ctx: Context, { id, orderRef, kind, asset, amount, account, memo }: Movement): Promise<void> {
  const result = await ctx.rails.payoutFor(asset).send({ id, asset, amount, account, memo });
  const event = outcome(kind, id, result);
  if (event) await applyEvent(ctx, orderRef, event, "rail");
}

/** No result while it is in progress: the rail reports the end itself. */
function outcome(kind: Movement["kind"], outgoingId: string, result: SendResult): OrderEvent | undefined {
  switch (result.state) {
    case "sent": {
      const { txId, networkFee } = result;
      return { name: kind === "payout" ? "payout_done" : "refund_done", outgoingId, txId, networkFee };
    }
    case "refused": {
      const { reason, networkFee } = result;
      return { name: kind === "payout" ? "payout_failed" : "refund_failed", outgoingId, reason, networkFee };
    }
    case "pending":
      return undefined;
  }
}
