import { unsentStepOf } from "../../../contract/order/hand-steps.ts";
import type { OrderSummary } from "../../../contract/order/member-orders.ts";

type OrderAction = { name: "pay" | "decide" | "open"; isTheirs: boolean };

/** The label of an order's link; `isTheirs` when the order waits for the member. */
export function actionOf({
  status,
  action_by: by,
  hand_step: step,
}: Pick<OrderSummary, "status" | "action_by" | "hand_step">): OrderAction {
  if (unsentStepOf({ status, step })) return { name: "open", isTheirs: false };
  if (status === "awaiting_payment") return { name: "pay", isTheirs: true };
  if (by === "client") return { name: "decide", isTheirs: true };
  return { name: "open", isTheirs: false };
}

/** An ended order can be repeated. */
export function isOver({ status }: Pick<OrderSummary, "status">): boolean {
  return ["completed", "refunded", "expired", "cancelled", "failed", "charged_back"].includes(status);
}
