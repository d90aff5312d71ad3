import type { OrderSummary } from "../../../contract/member/member-orders.ts";

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

/** Orders as CSV (RFC 4180) that spreadsheets read as UTF-8. */
export function ordersFile(orders: readonly OrderSummary[]): string {
  const lines = [Object.keys(columns), ...orders.map((order) => Object.values(columns).map((cell) => cell(order)))];
  return `\ufeff${lines.map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("")}`;
}

/** Prevents CSV injection: a leading quote keeps a spreadsheet from running the cell as a formula. */
function cellText(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
