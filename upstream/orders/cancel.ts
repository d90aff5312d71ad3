import type { Refusal } from "../domain/refusal.ts";
import { type Applying, applyEvent } from "./apply.ts";
import type { OrderRow } from "./load.ts";

/** Refuses with `invalid_transition` once a payment was seen; a second time it answers the cancelled order. */
export async function cancelOrder(ctx: Applying, ref: string): Promise<OrderRow | Refusal> {
  return applyEvent(ctx, ref, { name: "cancel" }, "client");
}
