import { asc, eq } from "drizzle-orm";
import type { HoldReason } from "../../contract/order/order-states.ts";
import type { Orm } from "../db/database.ts";
import { orderEvent } from "../db/schema/orders.ts";
import type { OrderRow } from "./order-facts-query.ts";
import type { OrderEventName } from "./rules/order-event.ts";

/** What an operator does to an order on hold that ends the hold, whatever comes of it. */
const decisions: ReadonlySet<string> = new Set<OrderEventName>([
  ...(["operator_release", "operator_refund", "operator_complete_payout", "operator_close"] as const),
]);

/**
 * The reason for which an operator has put an order on hold; null where nobody has, or that hold is over. Another hold may have
 * replaced it since, such as a dispute: the end of that one does not end what an operator has asked for.
 */
export async function operatorHoldOf(
  reader: Pick<Orm, "select">,
  { ref, status, holdReason }: Pick<OrderRow, "ref" | "status" | "holdReason">,
): Promise<HoldReason | null> {
  if (status !== "on_hold") return null;
  const events = await reader
    .select()
    .from(orderEvent)
    .where(eq(orderEvent.orderRef, ref))
    .orderBy(asc(orderEvent.version), asc(orderEvent.at));
  const last = events.findLastIndex(({ event, by }) => event === "operator_hold" && by === "operator");
  if (last === -1) return null;
  const later = events.slice(last + 1);
  const reason = later[0] ? later[0].fromHoldReason : holdReason;
  const isOver = later.some(({ event, by, fromHoldReason, toStatus }) => {
    const isDecided = by === "operator" && decisions.has(event);
    return isDecided || (fromHoldReason === reason && toStatus !== "on_hold");
  });
  return isOver ? null : reason;
}
