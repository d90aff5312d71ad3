import type { TFunction } from "i18next";
import type { Order } from "../../../../contract/order/order.ts";
import type { OrderStatus, SandboxEvent } from "../../../../contract/order/order-states.ts";
import { knownStatus } from "../../../components/order/status-style.ts";
import type { Money } from "../../../components/order/use-money.ts";

const firstPayment = ["pay_exact", "pay_partial", "pay_over", "pay_wrong_asset"] as const;

/** What a sandbox rail can simulate for this order. */
const meaningful: Partial<Record<OrderStatus, readonly SandboxEvent[]>> = {
  awaiting_payment: [...firstPayment, "rate_move"],
  payment_reported: [...firstPayment, "rate_move"],
  confirming: ["confirm", "pay_again", "pay_vanish", "review_hold"],
  on_hold: ["pay_again", "rate_move"],
  processing: ["review_hold"],
  sending: ["payout_ok", "payout_returned"],
  completed: ["payout_returned", "pay_again"],
  refund_pending: ["refund_ok", "refund_failed"],
  refunding: ["refund_ok", "refund_failed"],
  refunded: ["pay_again"],
  expired: ["pay_late"],
  cancelled: ["pay_late"],
};
const reviews: readonly string[] = ["aml_check", "manual_review", "gateway_review", "sender_mismatch", "kyc_required"];

/** The panel with what the sandbox rail can simulate. */
export function sandboxTexts(t: TFunction<"order">, order: Order, paidByAccount: boolean, money: Money) {
  const due = money.text(order.due?.amount ?? order.from.amount, order.from.asset);
  return {
    title: t("sandbox.title"),
    how: t("sandbox.how"),
    mailbox: t("sandbox.mailbox"),
    events: sandboxChoices(order, paidByAccount).map((event) => ({ event, label: t(`sandbox.${event}`, { due }) })),
  };
}

/** Only possible events: what the rail would refuse is not offered. */
export function sandboxChoices(order: Order, paidByAccount: boolean): SandboxEvent[] {
  const status = knownStatus(order.status);
  const events = status ? [...(meaningful[status] ?? [])] : [];
  if (order.due?.kind === "rest") events.unshift("pay_exact");
  if (order.hold && reviews.includes(order.hold.reason)) events.push("review_clear");
  if (isUnderWay(order) && status === "on_hold") events.push("confirm", "pay_vanish");
  // Only account payments can be disputed.
  if (paidByAccount && status && disputable.includes(status)) events.push("dispute_opened");
  if (status === "disputed" || order.hold?.reason === "dispute") events.push("dispute_won", "dispute_lost");
  if (order.payin.method === "paypal_invoice") return invoiceEvents(order, events);
  return order.payin.method === "hosted_gateway" ? events.filter((event) => !gatewayExcludes.includes(event)) : events;
}

const isUnderWay = ({ payin }: Order) => payin.txs.some((tx) => tx.status === "seen");

/** The gateway reports payments at its own pace and accepts none for an ended order. */
const gatewayExcludes: readonly SandboxEvent[] = ["confirm", "pay_vanish", "pay_late"];

/** An invoice cannot be paid in another currency; its other events happen to the invoice itself. */
function invoiceEvents(order: Order, usual: readonly SandboxEvent[]): SandboxEvent[] {
  const { status, payin } = order;
  const isOpen = order.due !== null && !isUnderWay(order);
  const isPaid = payin.txs.some((tx) => tx.status === "final");
  const events = usual.filter((event) => event !== "pay_wrong_asset" && (event !== "pay_exact" || isOpen));
  if (isOpen) events.push("pay_pending", "invoice_marked_paid", "invoice_cancelled");
  if (status === "awaiting_payment") events.push("pay_late");
  if (isPaid && refundable.includes(status)) events.push("refunded_at_rail");
  return events;
}

const disputable: readonly OrderStatus[] = ["processing", "sending", "completed"];
const refundable: readonly string[] = ["on_hold", "processing", "completed"];
