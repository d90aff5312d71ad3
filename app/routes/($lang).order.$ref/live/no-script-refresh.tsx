import { useSearchParams } from "@remix-run/react";
import type { Order } from "../../../../contract/order/order.ts";
import { isResting } from "../order-facts.ts";

const everySeconds = 15;
const typedActions: readonly string[] = ["set_refund_address", "set_payout_account", "submit_info"];

/** Reloads the page without scripts, except when something may be typed or a question is open. */
export function OrderRefresh({ order }: { order: Order }) {
  const [query] = useSearchParams();
  const mayType = order.actions.some((action) => typedActions.includes(action));
  if (mayType || query.size > 0 || isResting(order)) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(everySeconds)} />
    </noscript>
  );
}
