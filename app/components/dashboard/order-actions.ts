import type { OrderSummary } from "../../../contract/member/member-orders.ts";

type Act = { name: "pay" | "decide" | "open"; isTheirs: boolean };

/** What opening an order is for; `isTheirs` where it waits for the member. */
export function actOf({ status }: Pick<OrderSummary, "status">): Act {
  if (status === "awaiting_payment") return { name: "pay", isTheirs: true };
  if (status === "on_hold") return { name: "decide", isTheirs: true };
  return { name: "open", isTheirs: false };
}

/** An order that is over can be made once more. */
export function isOver({ status }: Pick<OrderSummary, "status">): boolean {
  return ["completed", "refunded", "expired", "cancelled", "failed", "charged_back"].includes(status);
}
