import type { order } from "../../db/schema/orders.ts";
import type { Rails } from "../../ports/rail.ts";

/** Whether payer and network of an order are simulated: both of its sides are, and so is what its payment goes to. */
export function isSimulatedOrder(
  rails: Pick<Rails, "isSimulated" | "simulates">,
  { fromAsset, toAsset, payinRail }: Pick<typeof order.$inferSelect, "fromAsset" | "toAsset" | "payinRail">,
): boolean {
  if (!rails.isSimulated(fromAsset) || !rails.isSimulated(toAsset)) return false;
  return payinRail === null || rails.simulates({ rail: payinRail, asset: fromAsset });
}
