import type { EndpointName } from "../../contract/calls/endpoints.ts";
import { retryAfterSeconds } from "../db/maintenance.ts";
import type { OrderRow } from "../orders/order-facts-query.ts";
import type { Context } from "../ports/context.ts";
import { type Refusal, refuse } from "../shared/rules/refusal.ts";

/** Calls that lead to a new order. Others stay open, so that existing orders can be read and paid. */
const startsAnOrder: ReadonlySet<EndpointName> = new Set<EndpointName>([
  "exchangeQuote",
  "exchangeStepOne",
  "exchangeStepTwo",
  "exchangeStepThree",
  "exchangeExecute",
]);

/** Refuses with `maintenance` and its end. An order beyond draft is not new. */
export async function maintenanceRefusal(
  ctx: Pick<Context, "market" | "clock">,
  name: EndpointName,
  order: OrderRow | undefined,
): Promise<Refusal | undefined> {
  if (!startsAnOrder.has(name) || (order && order.status !== "draft")) return undefined;
  const { maintenance } = await ctx.market.terms();
  if (maintenance === null) return undefined;
  return refuse("maintenance", { extra: { retry_after_seconds: retryAfterSeconds(maintenance, ctx.clock.now()) } });
}
