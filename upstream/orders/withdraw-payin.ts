import { RailUnavailable } from "../ports/rail.ts";
import type { EventContext } from "./apply-event.ts";
import type { OrderRow } from "./order-facts-query.ts";
import { eventReporter } from "./report-event.ts";

/**
 * Withdraws an order's pay-in instructions at the rail before the order ends. Runs outside any transaction, since a
 * rail is slow; idempotent, so it can be repeated after a crash. `too_late`: a payment is arriving and has been
 * reported to the order. `unavailable`: the rail did not answer, does not run or is not known; try again later. An order
 * without instructions of a rail answers `withdrawn`.
 */
export async function withdrawPayin(
  ctx: EventContext,
  row: OrderRow,
): Promise<"withdrawn" | "too_late" | "unavailable"> {
  const { ref, payinMethod, payinRail, fromAsset } = row;
  if (payinMethod === null || payinMethod === "balance") return "withdrawn";
  // Another rail has no such instructions, and would call them withdrawn while they can still be paid.
  if (payinRail === null) return "unavailable";
  try {
    const rail = ctx.rails.payinOf({ rail: payinRail, asset: fromAsset, method: payinMethod });
    const result = await rail.withdraw({ ref });
    if (result === "too_late") await rail.reconcile({ ref }, eventReporter(ctx));
    return result;
  } catch (error) {
    if (error instanceof RailUnavailable) return "unavailable";
    throw error;
  }
}
