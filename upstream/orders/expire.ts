import { eq } from "drizzle-orm";
import { order } from "../db/schema/orders.ts";
import { isRefusal, type Refusal, refuse } from "../domain/refusal.ts";
import { type Applying, applyEvent } from "./apply.ts";
import type { OrderRow } from "./load.ts";

/** The customer's timer hit zero: ours decides. Answers the order, changed or not. */
export async function expireOrder(ctx: Applying, ref: string): Promise<OrderRow | Refusal> {
  const answer = await applyEvent(ctx, ref, { name: "window_ended" }, "system");
  if (!isRefusal(answer) || answer.refused !== "invalid_transition") return answer;
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  return row ?? refuse("not_found");
}
