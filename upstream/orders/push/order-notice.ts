import type { OrderStatus } from "../../../contract/order/order-states.ts";
import type { order } from "../../db/schema/orders.ts";
import type { Texts } from "../../shared/texts/texts.ts";

type NoticeKind = keyof Texts["push"];

/** What a customer who does not look at the page wants to know; null where there is nothing to tell. */
const notices: Record<OrderStatus, NoticeKind | null> = {
  draft: null,
  awaiting_payment: null,
  // Their own doing.
  payment_reported: null,
  confirming: "seen",
  on_hold: "on_hold",
  processing: "received",
  // Follows within seconds, and the next message says that the money was sent.
  sending: "received",
  completed: "completed",
  refund_pending: "refund",
  refunding: "refund",
  refunded: "refunded",
  expired: "ended",
  cancelled: "ended",
  failed: "ended",
  // Opened by the customer.
  disputed: null,
  charged_back: "ended",
};

/** `key` differs for two holds with different reasons: both are told. */
export type OrderNotice = { kind: NoticeKind; key: string };

export function noticeOf({
  status,
  holdReason,
}: Pick<typeof order.$inferSelect, "status" | "holdReason">): OrderNotice | null {
  const kind = notices[status];
  if (kind === null) return null;
  return { kind, key: kind === "on_hold" ? `${kind}:${holdReason}` : kind };
}
