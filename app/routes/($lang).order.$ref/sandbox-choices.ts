import type { Order } from "../../../contract/order.ts";
import type { OrderStatus, SandboxEvent } from "../../../contract/order-states.ts";
import { knownStatus } from "../../components/order/status-look.ts";

const firstPayment = ["pay_exact", "pay_partial", "pay_over", "pay_wrong_asset"] as const;

/** What a sandbox rail can be told to do with an order, where it would mean something. */
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

export function sandboxChoices(order: Order, paidByAccount: boolean): SandboxEvent[] {
  const status = knownStatus(order.status);
  const usual = (status && meaningful[status]) ?? [];
  const events = order.payin.method === "paypal_invoice" ? atPaypal(order, usual) : [...usual];
  if (order.hold && reviews.includes(order.hold.reason)) events.push("review_clear");
  if (order.payin.txs.some((tx) => tx.status === "seen") && status === "on_hold") events.push("confirm", "pay_vanish");
  // Only a payment from an account can be disputed.
  if (paidByAccount && status && disputable.includes(status)) events.push("dispute_opened");
  if (status === "disputed" || order.hold?.reason === "dispute") events.push("dispute_won", "dispute_lost");
  return events;
}

/** Nobody pays an invoice in another currency; what else can come of one happens to the invoice itself. */
function atPaypal({ status, hold, payin }: Order, usual: readonly SandboxEvent[]): SandboxEvent[] {
  const events = usual.filter((event) => event !== "pay_wrong_asset");
  const isPaid = payin.txs.some((tx) => tx.status === "final");
  if (status === "awaiting_payment") events.push("pay_pending", "pay_late", "invoice_cancelled");
  if (status === "on_hold" && hold?.reason === "amount_mismatch") events.unshift("pay_exact");
  if (status === "on_hold" && isPaid) events.push("invoice_cancelled");
  if (isPaid && refundable.includes(status)) events.push("refunded_at_rail");
  return events;
}

const disputable: readonly OrderStatus[] = ["processing", "sending", "completed"];
const refundable: readonly string[] = ["on_hold", "processing", "completed"];
