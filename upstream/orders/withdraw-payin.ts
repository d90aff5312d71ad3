import { RailUnavailable } from "../ports/rail.ts";
import { askGateway } from "../rails/nebulox/reconcile-session.ts";
import type { Applying } from "./apply-event.ts";
import { followInvoice } from "./follow-invoice.ts";
import type { OrderRow } from "./order-facts-query.ts";

/**
 * Takes back at the rail what the order told its customer to pay, before the order ends: outside any transaction, since
 * a rail takes its time. Idempotent, so a crash before the order's own change only means that it is asked again.
 * `too_late`: it is being paid, and the order has heard of that by now. `unavailable`: nobody knows; try again later.
 * Before there is anything to take back it answers `withdrawn`.
 */
export async function takeBackPayin(ctx: Applying, row: OrderRow): Promise<"withdrawn" | "too_late" | "unavailable"> {
  const { ref, payinMethod, fromAsset } = row;
  if (payinMethod === null) return "withdrawn";
  try {
    const answer = await ctx.rails.payinFor(fromAsset, payinMethod).withdraw({ ref });
    if (answer === "too_late" && payinMethod === "paypal_invoice") await followInvoice(ctx, ref);
    if (answer === "too_late" && payinMethod === "hosted_gateway") await askGateway(ctx, row);
    return answer;
  } catch (error) {
    if (error instanceof RailUnavailable) return "unavailable";
    throw error;
  }
}
