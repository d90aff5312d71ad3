import type { OrderPulse } from "../../../contract/order/order.ts";
import { parseRef } from "../../../contract/order/order-number.ts";
import { type Credentials, credentialsOf, mayAccess } from "../../http/request/order-access.ts";
import { serve } from "../../http/serve.ts";
import type { Context } from "../../ports/context.ts";
import { refuse } from "../../shared/rules/refusal.ts";
import { handStepsOf } from "../view/hand-steps-of.ts";
import { type OrderWithPayments, orderProgress, readWithPayments } from "../view/order-progress.ts";
import { orderWaitsOf } from "../view/order-wait.ts";

export const orderStatusCalls = [
  /** Orders without access are left out like unknown ones; with none left: `not_found`. */
  serve(
    "ordersStatus",
    async ({ ctx, query, caller, now }) => {
      const orders = accessibleOrders(
        ctx,
        await credentialsOf(ctx, caller, now),
        await readWithPayments(ctx, requestedRefs(query)),
      );
      if (orders.length === 0) return refuse("not_found");
      const rows = orders.map(({ row }) => row);
      const [steps, waits] = [await handStepsOf(ctx.rails, rows), await orderWaitsOf(ctx, rows)];
      return {
        data: orders.map((order) => {
          const [step, wait] = [steps.get(order.row.ref), waits.get(order.row.ref)];
          return {
            ...orderProgress(ctx, order, now),
            ...(step && { hand_step: step }),
            ...(wait && { waits_for: wait }),
          };
        }),
        meta: { server_time: now.toISOString() },
      };
    },
    { sameWhile: (reply) => reply.data.map(progressReply) },
  ),
];

/** The distinct order numbers of a query, normalised. */
export function requestedRefs(query: { ref: string[] }): string[] {
  return [...new Set(query.ref.map((ref) => parseRef(ref) ?? ref))];
}

export function accessibleOrders(
  ctx: Context,
  credentials: Credentials,
  orders: OrderWithPayments[],
): OrderWithPayments[] {
  return orders.filter(({ row }) => mayAccess(ctx, row, credentials));
}

/** The part of the status that changes a page; timestamps excluded. */
export function progressReply({
  ref,
  status,
  condition,
  confirmations,
  version,
}: Pick<OrderPulse, "ref" | "status" | "condition" | "confirmations" | "version">) {
  return [ref, status, condition, confirmations, version];
}
