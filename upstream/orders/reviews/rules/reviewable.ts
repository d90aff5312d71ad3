import type { OrderState } from "../../rules/order-facts.ts";

type Reviewed = Pick<OrderState, "status" | "disputeFlag" | "disputes">;

/** Whether the customer may review the order: it is completed or refunded, and no case about it is open or was lost by us. */
export function isReviewable({ status, disputeFlag, disputes }: Reviewed): boolean {
  if (status !== "completed" && status !== "refunded") return false;
  return disputeFlag === null && disputes.every(({ state }) => state === "won");
}
