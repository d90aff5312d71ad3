import type { Order } from "../../contract/order/order.ts";
import type { OrderRow } from "../orders/order-facts-query.ts";
import { orderView, type ViewContext } from "../orders/view/order-view.ts";
import { isRefusal, type Refusal } from "../shared/rules/refusal.ts";
import type { Caller } from "./request/caller.ts";

/** The order after an action, in the caller's language; a refusal is passed on. */
export async function orderReply(
  ctx: ViewContext,
  result: OrderRow | Refusal,
  { language }: Pick<Caller, "language">,
): Promise<{ data: Order } | Refusal> {
  return isRefusal(result) ? result : { data: await orderView(ctx, result, language) };
}
