import type { OrderPulse } from "../../../contract/order/order.ts";
import { parseRef } from "../../../contract/order/order-number.ts";
import type { Context } from "../../context.ts";
import { refuse } from "../../domain/refusal.ts";
import { type OrderWithPayments, orderPulse, readWithPayments } from "../../orders/view/order-progress.ts";
import { type Holder, holderOf, isOpenedBy } from "../request/order-access.ts";
import { serve } from "../serve.ts";

export const routes = [
  /** Orders without access are left out like unknown ones; with none left: `not_found`. */
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

/** The distinct order numbers of a query, normalised. */
export function asked(query: { ref: string[] }): string[] {
  return [...new Set(query.ref.map((ref) => parseRef(ref) ?? ref))];
}

export function heldBy(ctx: Context, holder: Holder, orders: OrderWithPayments[]): OrderWithPayments[] {
  return orders.filter(({ row }) => isOpenedBy(ctx, row, holder));
}

/** The part of the status that changes a page; timestamps excluded. */
export function told({
  ref,
  status,
  condition,
  confirmations,
  version,
}: Pick<OrderPulse, "ref" | "status" | "condition" | "confirmations" | "version">) {
  return [ref, status, condition, confirmations, version];
}
