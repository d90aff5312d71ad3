import { eq } from "drizzle-orm";
import { order } from "../db/schema/orders.ts";
import { type Refusal, refuse } from "../shared/rules/refusal.ts";
import { applyEvent, type EventContext, withExplanation } from "./apply-event.ts";
import { type OrderRow, readOrder } from "./order-facts-query.ts";
import { decide, isDecision } from "./rules/decide.ts";
import { withdrawPayin } from "./withdraw-payin.ts";

/**
 * Cancels an order for its customer, after withdrawing the pay-in instructions at the rail. If the invoice is paid
 * meanwhile, the order continues as paid and the answer is `invalid_transition`, as after any payment. Refuses with
 * `gateway_unavailable` while the rail is unreachable. Idempotent.
 */
export async function cancelOrder(ctx: EventContext, ref: string): Promise<OrderRow | Refusal> {
  const [before] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!before) return refuse("not_found");
  const { row, facts } = await readOrder(ctx, ctx.db.orm, before, await ctx.market.snapshot());
  // The rail is called only for an order that can be cancelled; the rules refuse any other.
  const isCancellable = isDecision(decide(facts, { name: "cancel" }));
  const withdrawal = isCancellable ? await withdrawPayin(ctx, row) : "withdrawn";
  if (withdrawal === "unavailable") return refuse("gateway_unavailable");
  if (withdrawal === "too_late") return cancelRefusal(ctx, ref);
  return applyEvent(ctx, ref, { name: "cancel" }, "client");
}

/** A payment is arriving: answers with the actions allowed now. */
async function cancelRefusal(ctx: EventContext, ref: string): Promise<Refusal> {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) return refuse("not_found");
  const { facts } = await readOrder(ctx, ctx.db.orm, row, await ctx.market.snapshot());
  return withExplanation(facts, refuse("invalid_transition"));
}
