import type { OrderPulse } from "../../contract/order.ts";
import { parseRef } from "../domain/order-ref.ts";
import { refuse } from "../domain/refusal.ts";
import { orderPulse, readWithPayments } from "../orders/pulse.ts";
import { isOpenedBy } from "./held-order.ts";
import { serve } from "./serve.ts";

export const routes = [
  /** An order that none of the tokens opens is left out, as one that does not exist is; none at all is `not_found`. */
  serve(
    "ordersStatus",
    async ({ ctx, query, caller, now }) => {
      const refs = [...new Set(query.ref.map((ref) => parseRef(ref) ?? ref))];
      const orders = await readWithPayments(ctx, refs);
      const held = orders.filter(({ row }) => isOpenedBy(ctx, row, caller.orderTokens));
      if (held.length === 0) return refuse("not_found");
      return {
        data: held.map((order) => orderPulse(order, ctx.rails.sandbox, now)),
        meta: { server_time: now.toISOString() },
      };
    },
    { sameWhile: (reply) => reply.data.map(told) },
  ),
];

/** What makes a page draw something else; clocks run on by themselves. */
function told({
  ref,
  status,
  condition,
  confirmations,
  version,
}: Pick<OrderPulse, "ref" | "status" | "condition" | "confirmations" | "version">) {
  return [ref, status, condition, confirmations, version];
}
