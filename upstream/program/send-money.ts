import { and, eq } from "drizzle-orm";
import { outgoing } from "../db/schema/index.ts";
import { applyEvent } from "../orders/apply-event.ts";
import { advanceFrom } from "../payouts/advance.ts";
import { selectMovements } from "../payouts/movement.ts";
import type { Context } from "../ports/context.ts";

/**
 * Asks for an order's payout or refund: the order books it as being sent in its own transaction, and the payout guard
 * moves it on. Repeating it after a crash at any point sends nothing twice. Throws when the rail is unreachable, and is
 * retried.
 */
export async function sendMoney(ctx: Context, kind: "payout" | "refund", ref: string): Promise<void> {
  // Refused if it has started already or must not start; the rows below tell which.
  await applyEvent(ctx, ref, { name: `${kind}_started` }, "system");
  const isMoving = and(eq(outgoing.orderRef, ref), eq(outgoing.kind, kind), eq(outgoing.status, "sending"));
  for (const movement of await selectMovements(ctx.db.orm).where(isMoving)) await advanceFrom(ctx, movement);
}
