import type { Order } from "../../../../contract/order/order.ts";

const minute = 60;
const hour = 3600;

/** Seconds from the confirmed order to its first payout, in whole minutes, above two hours in whole hours. */
export function timeTaken({ timeline }: Pick<Order, "timeline">): number | null {
  const atOf = (status: string) => timeline.find((event) => event.status === status)?.at;
  const [start, end] = [atOf("awaiting_payment"), atOf("completed")];
  if (start === undefined || end === undefined) return null;
  const seconds = (Date.parse(end) - Date.parse(start)) / 1000;
  const unit = seconds > 2 * hour ? hour : minute;
  return Math.max(0, Math.round(seconds / unit) * unit);
}
