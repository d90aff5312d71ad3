import type { OrderPulse } from "../../../contract/order/order.ts";
import { parseRef } from "../../../contract/order/order-number.ts";
import type { Context } from "../../context.ts";
import { refuse } from "../../domain/refusal.ts";
import { type OrderWithPayments, orderPulse, readWithPayments } from "../../orders/view/order-pulse.ts";
import { type Holder, holderOf, isOpenedBy } from "../request/held-order.ts";
import { serve } from "../serve.ts";

export const routes = [
  /** An order that the caller does not hold is left out, as one that does not exist is; none at all is `not_found`. */
  serve(
    "ordersStatus",
    async ({ ctx, query, caller, now }) => {
      const held = heldBy(ctx, await holderOf(ctx, caller, now), await readWithPayments(ctx, asked(query)));
      if (held.length === 0) return refuse("not_found");
      return {
        data: held.map((order) => orderPulse(order, ctx.rails.sandbox, now)),
        meta: { server_time: now.toISOString() },
      };
    },
    { sameWhile: (reply) => reply.data.map(told) },
  ),
];

/** The numbers of a query, each once, however they were typed. */
export function asked(query: { ref: string[] }): string[] {
  return [...new Set(query.ref.map((ref) => parseRef(ref) ?? ref))];
}

export function heldBy(ctx: Context, holder: Holder, orders: OrderWithPayments[]): OrderWithPayments[] {
  return orders.filter(({ row }) => isOpenedBy(ctx, row, holder));
}

/** What makes a page draw something else; clocks run on by themselves. */
export function told({
  ref,
  status,
  condition,
  confirmations,
  version,
}: Pick<OrderPulse, "ref" | "status" | "condition" | "confirmations" | "version">) {
  return [ref, status, condition, confirmations, version];
}
