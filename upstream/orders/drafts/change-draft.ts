import { eq, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { order } from "../../db/schema/orders.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketSnapshot } from "../../ports/market.ts";
import { isRefusal, type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { withExplanation } from "../apply-event.ts";
import { loadFacts, type OrderRow } from "../order-facts-query.ts";

export type DraftContext = Pick<Context, "clock" | "db" | "env" | "ids" | "market" | "policy" | "rails" | "rates">;
export type Change = Partial<typeof order.$inferInsert>;

/**
 * Changes a draft under its row lock, so that two tabs cannot mix their answers; `change` returns null to leave it as
 * it is. An executed order is refused with `invalid_transition` and the allowed actions.
 */
export async function changeDraft(
  ctx: DraftContext,
  ref: string,
  market: MarketSnapshot,
  now: Date,
  change: (row: OrderRow, tx: Tx) => Promise<Change | null | Refusal>,
): Promise<OrderRow | Refusal> {
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(order).where(eq(order.ref, ref)).for("no key update");
    if (!row) return refuse("not_found");
    const changed = row.status === "draft" ? await change(row, tx) : refuse("invalid_transition");
    if (isRefusal(changed)) return withExplanation(await loadFacts(ctx, tx, row, market), changed);
    if (changed === null) return row;
    const [after] = await tx
      .update(order)
      .set({ ...changed, version: sql`${order.version} + 1`, updatedAt: now })
      .where(eq(order.ref, ref))
      .returning();
    if (!after) throw new Error(`Order ${ref} disappeared while locked`);
    return after;
  });
}
