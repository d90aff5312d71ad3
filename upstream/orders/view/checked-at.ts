import type { OrderRow } from "../order-facts-query.ts";
import type { Progress } from "./with-progress.ts";

/** When the rails last reported on an order. The sandbox reports events immediately, so its data is always current. */
export function checkedAt(
  row: Pick<OrderRow, "checkedAt">,
  payments: readonly Progress[],
  isSimulated: boolean,
  now: Date,
): Date {
  if (isSimulated) return now;
  const times = payments.flatMap(({ reportedAt }) => (reportedAt ? [reportedAt.getTime()] : []));
  return new Date(Math.max(row.checkedAt.getTime(), ...times));
}
