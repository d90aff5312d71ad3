import { and, count, eq, notInArray } from "drizzle-orm";
import { finalStatuses } from "../../../contract/order/order-states.ts";
import type { Orm } from "../../db/database.ts";
import { order } from "../../db/schema/orders.ts";

/** How many of a member's orders have not ended, drafts aside. */
export async function countActiveOrders(reader: Pick<Orm, "select">, memberId: string): Promise<number> {
  const [row] = await reader
    .select({ open: count() })
    .from(order)
    .where(and(eq(order.ownerId, memberId), notInArray(order.status, [...finalStatuses, "draft"])));
  return row?.open ?? 0;
}
