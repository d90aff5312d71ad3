import { eq } from "drizzle-orm";
import { order } from "../db/schema/orders.ts";
import { decide, isDecision } from "../domain/decide.ts";
import { type Refusal, refuse } from "../domain/refusal.ts";
import { type Applying, applyEvent, explained } from "./apply-event.ts";
import { loadFacts, type OrderRow } from "./order-facts-query.ts";
import { withdrawPayin } from "./withdraw-payin.ts";

/**
 * The customer no longer wants it. What was issued is taken back at the rail first: an invoice that somebody pays after
 * all makes the order go on as paid, and the answer is `invalid_transition`, as once any payment was seen. Refuses with
 * `gateway_unavailable` while the rail cannot be asked; a second time it answers the cancelled order.
 */
export async function cancelOrder(ctx: Applying, ref: string): Promise<OrderRow | Refusal> {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) return refuse("not_found");
  const facts = await loadFacts(ctx, ctx.db.orm, row, await ctx.market.snapshot());
  // Only an order that would be cancelled bothers its rail; any other is answered by the rules.
  const isMeant = isDecision(decide(facts, { name: "cancel" }));
  const taken = isMeant ? await withdrawPayin(ctx, row) : "withdrawn";
  if (taken === "unavailable") return refuse("gateway_unavailable");
  if (taken === "too_late") return tooLate(ctx, ref);
  return applyEvent(ctx, ref, { name: "cancel" }, "client");
}

/** Somebody is paying: what is possible now is another thing than a moment ago. */
async function tooLate(ctx: Applying, ref: string): Promise<Refusal> {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) return refuse("not_found");
  const facts = await loadFacts(ctx, ctx.db.orm, row, await ctx.market.snapshot());
  return explained(facts, refuse("invalid_transition"));
}
