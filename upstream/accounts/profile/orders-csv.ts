import type { OrderSummary } from "../../../contract/order/member-orders.ts";
import { csvFile } from "../../shared/csv.ts";

const columns = {
  number: (order) => order.ref,
  created: (order) => order.created_at,
  status: (order) => order.status_label,
  sent_asset: (order) => order.from.asset,
  sent_expected: (order) => order.from.amount,
  sent_received: (order) => order.from.received,
  received_asset: (order) => order.to.asset,
  received_expected: (order) => order.to.amount,
  received_sent: (order) => order.to.sent,
  rate: (order) => order.effective_rate,
  account: (order) => order.payout_account ?? "",
  updated: (order) => order.updated_at,
} as const satisfies Record<string, (order: OrderSummary) => string>;

/** Orders as CSV. */
export function ordersFile(orders: readonly OrderSummary[]): string {
  return csvFile(
    Object.keys(columns),
    orders.map((order) => Object.values(columns).map((cell) => cell(order))),
  );
}
