import type { EndpointName } from "../../contract/calls/endpoints.ts";
import type { Context } from "../context.ts";
import { type Refusal, refuse } from "../domain/refusal.ts";
import { retryAfterSeconds } from "../maintenance.ts";
import type { OrderRow } from "../orders/order-facts-query.ts";

/** The calls on the way to a new order. Everything else goes on: whoever has an order must be able to read and pay it. */
const beginning: ReadonlySet<EndpointName> = new Set<EndpointName>([
  "exchangeQuote",
  "exchangeStepOne",
  "exchangeStepTwo",
  "exchangeStepThree",
  "exchangeExecute",
]);

/** `maintenance`, with when to come back, while it stands. An order that is more than a draft is not new. */
export async function closedFor(
  ctx: Pick<Context, "market" | "clock">,
  name: EndpointName,
  order: OrderRow | undefined,
): Promise<Refusal | undefined> {
  if (!beginning.has(name) || (order && order.status !== "draft")) return undefined;
  const { maintenance } = await ctx.market.terms();
  if (maintenance === null) return undefined;
  return refuse("maintenance", { extra: { retry_after_seconds: retryAfterSeconds(maintenance, ctx.clock.now()) } });
}
