import { shownRef } from "../../contract/order/order-number.ts";
import type { OrderStatus } from "../../contract/order/order-states.ts";
import type { Refusal } from "../shared/rules/refusal.ts";

/** A refusal of the order machine as one sentence. */
export function refusalText(refusal: Refusal, order: { ref: string; status: OrderStatus }): string {
  const ref = shownRef(order.ref);
  switch (refusal.refused) {
    case "invalid_transition":
      return `Order ${ref} is ${order.status}: this is not possible in that status.`;
    case "reserve_insufficient":
      return `The reserve or the rail's balance does not cover order ${ref}.`;
    case "insufficient_funds":
      return `The balance of order ${ref} does not cover that.`;
    case "validation_failed":
      return `Order ${ref}: a value is missing or wrong (${refusal.errors?.map(({ pointer }) => pointer).join(", ")}).`;
    default:
      return `Order ${ref}: refused (${refusal.refused}).`;
  }
}
