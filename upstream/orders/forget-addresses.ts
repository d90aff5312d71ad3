import { and, inArray, isNotNull, lte } from "drizzle-orm";
import { keptDays } from "../../contract/member/kept-days.ts";
import { hasEnded } from "../db/schema/order-constraints.ts";
import { order } from "../db/schema/orders.ts";
import type { Context } from "../ports/context.ts";

/** Orders per run, to keep it short; the next run continues. */
const batchSize = 1000;

/**
 * Forgets from which network address an ended order was made, members' orders too: it is evidence in a dispute, which no
 * payer can open any more. An order in a dispute has not ended.
 */
export async function forgetAddresses({ clock, db }: Pick<Context, "clock" | "db">): Promise<void> {
  const limit = new Date(clock.now().getTime() - keptDays.orderAddresses * 86_400_000);
  const isOver = and(hasEnded, lte(order.updatedAt, limit));
  const due = db.orm
    .select({ ref: order.ref })
    .from(order)
    .where(and(isNotNull(order.clientAddress), isOver))
    .limit(batchSize)
    .for("update", { skipLocked: true });
  await db.orm.update(order).set({ clientAddress: null }).where(inArray(order.ref, due));
}
