import type { OrderRow } from "../order-facts-query.ts";

/**
 * When the rails were last asked about an order. The sandbox tells by itself the moment something happens, so what is
 * known of it is always known as of now.
 */
export function checkedAt(row: Pick<OrderRow, "checkedAt">, isTest: boolean, now: Date): Date {
  return isTest ? now : row.checkedAt;
}
