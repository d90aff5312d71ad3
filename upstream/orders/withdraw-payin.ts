import { RailUnavailable } from "../ports/rail.ts";
import type { EventContext } from "./apply-event.ts";
import type { OrderRow } from "./order-facts-query.ts";
import { eventReporter } from "./report-event.ts";

/**
 * Withdraws an order's pay-in instructions at the rail before the order ends. Runs outside any transaction, since a
 * rail is slow; idempotent, so it can be repeated after a crash. `too_late`: a payment is arriving and has been
 * reported to the order. `unavailable`: the rail did not answer; try again later. An order without a pay-in answers
 * `withdrawn`.
 */
export async function withdrawPayin(
  ctx: EventContext,
  row: OrderRow,
): Promise<"withdrawn" | "too_late" | "unavailable"> {
  const { ref, payinMethod, fromAsset } = row;
  if (payinMethod === null) return "withdrawn";
  try {
    const rail = ctx.rails.payinFor(fromAsset, payinMethod);
    const answer = await rail.withdraw({ ref });
    if (answer === "too_late") await rail.reconcile({ ref }, eventReporter(ctx));
    return answer;
  } catch (error) {
    if (error instanceof RailUnavailable) return "unavailable";
    throw error;
  }
}
