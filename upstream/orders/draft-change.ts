import { eq, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { order } from "../db/schema/orders.ts";
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
import type { DraftRow } from "./draft.ts";

export type Change = Partial<typeof order.$inferInsert>;

/** Changes a draft under its lock, so that two tabs cannot mix their answers; `invalid_transition` once it is executed. */
export async function changeDraft(
  ctx: Pick<Context, "db">,
  ref: string,
  now: Date,
  change: (row: DraftRow, tx: Tx) => Change | Refusal | Promise<Change | Refusal>,
): Promise<DraftRow | Refusal> {
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(order).where(eq(order.ref, ref)).for("update");
    if (!row) return refuse("not_found");
    if (row.status !== "draft") return refuse("invalid_transition", { extra: { current_status: row.status } });
    const changed = await change(row, tx);
    if (isRefusal(changed)) return changed;
    const [after] = await tx
      .update(order)
      .set({ ...changed, version: sql`${order.version} + 1`, updatedAt: now })
      .where(eq(order.ref, ref))
      .returning();
    if (!after) throw new Error(`Order ${ref} vanished under its lock`);
    return after;
  });
}
