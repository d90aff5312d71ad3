import type { OrderRow } from "../order-facts-query.ts";

/** When the rails last reported on an order. The sandbox reports events immediately, so its data is always current. */
export function checkedAt(row: Pick<OrderRow, "checkedAt">, isTest: boolean, now: Date): Date {
  return isTest ? now : row.checkedAt;
}
