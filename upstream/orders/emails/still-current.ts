import type { OrderStatus } from "../../../contract/order/order-states.ts";
import type { order } from "../../db/schema/index.ts";
import type { EmailKind, OperatorEmailKind } from "../../mail/email-texts.ts";

type OrderRow = typeof order.$inferSelect;
type Test = (row: OrderRow) => boolean;

/**
 * Whether an email is still true. Emails are rendered when they are sent, which may be long after their cause, or at
 * the same time as the next one: an outdated email is not sent, because a newer one says more.
 */
export function isStillTrue(kind: EmailKind | OperatorEmailKind, row: OrderRow): boolean {
  return tests[kind](row);
}

const always: Test = () => true;
const held: Test = (row) => row.holdReason !== null;
const within =
  (...statuses: OrderStatus[]): Test =>
  ({ status }) =>
    statuses.includes(status);
const payable = within("awaiting_payment", "payment_reported");

const tests: Record<EmailKind | OperatorEmailKind, Test> = {
  created: payable,
  created_invoice: payable,
  created_gateway: payable,
  created_transfer: payable,
  payment_seen: within("confirming"),
  paid: within("processing", "sending"),
  completed: (row) => row.sent > 0n,
  expired: within("expired"),
  cancelled: within("cancelled"),
  on_hold: held,
  resumed: within("awaiting_payment", "confirming", "processing", "sending"),
  refund_address: (row) => row.holdReason === "refund_address_missing",
  refunded: always,
  payment_gone: within("awaiting_payment", "expired", "cancelled"),
  dispute_opened: within("disputed"),
  dispute_won: (row) => row.disputeFlag === null,
  dispute_lost: always,
  charged_back: always,
  dust: within("failed"),
  unclaimed: always,
  link: always,
  operator_hold: held,
  operator_reminder: held,
  operator_reported: within("payment_reported"),
  operator_dispute: always,
};
