import { eq } from "drizzle-orm";
import { order } from "../db/schema/orders.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { applyEvent, type EventContext } from "./apply-event.ts";
import { type OrderRow, readOrder } from "./order-facts-query.ts";
import { decide, isDecision } from "./rules/decide.ts";
import { withdrawPayin } from "./withdraw-payin.ts";

/**
 * Called when the customer's timer reaches zero; only our clock decides. Withdraws the pay-in at the rail first: an
 * order paid meanwhile continues as paid, and while the rail is unreachable the order stays as it is until the next
 * sweep. Returns the order, changed or not.
 */
export async function expireOrder(ctx: EventContext, ref: string): Promise<OrderRow | Refusal> {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) return refuse("not_found");
  const { facts } = await readOrder(ctx, ctx.db.orm, row, await ctx.market.snapshot());
  if (!isDecision(decide(facts, { name: "window_ended" }))) return row;
  if ((await withdrawPayin(ctx, row)) === "withdrawn") {
    const result = await applyEvent(ctx, ref, { name: "window_ended" }, "system");
    if (!isRefusal(result) || result.refused !== "invalid_transition") return result;
  }
  const [now] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  return now ?? refuse("not_found");
}
