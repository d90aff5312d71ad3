import { and, count, eq, inArray } from "drizzle-orm";
import { openStatuses } from "../../contract/order/order-states.ts";
import type { Orm } from "../db/database.ts";
import { order } from "../db/schema/orders.ts";

/** How many of a member's orders are placed and have not ended. */
export async function countOpenOrders(reader: Pick<Orm, "select">, memberId: string): Promise<number> {
  const [row] = await reader
    .select({ open: count() })
    .from(order)
    .where(and(eq(order.ownerId, memberId), inArray(order.status, [...openStatuses])));
  return row?.open ?? 0;
}
