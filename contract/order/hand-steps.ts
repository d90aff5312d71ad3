import { type HandStep, handSteps, type OrderStatus } from "./order-states.ts";

/** The status in which a step says more than the status does: a hold has its own texts. */
const statusOf: Record<HandStep, OrderStatus> = {
  invoice_to_send: "awaiting_payment",
  invoice_sent: "awaiting_payment",
  payment_to_confirm: "confirming",
  payout_to_send: "sending",
  payout_to_confirm: "sending",
  refund_to_send: "refunding",
  refund_to_confirm: "refunding",
};

export const statusesWithSteps: readonly OrderStatus[] = [...new Set(Object.values(statusOf))];

/** What people do by hand for an order, where that says more than its status; undefined otherwise, and for a step of a newer service. */
export function handStepOf(order: { status: string; step: string | null | undefined }): HandStep | undefined {
  return handSteps.find((step) => step === order.step && statusOf[step] === order.status);
}

/** Steps in which nothing has been sent yet, although the status says "waiting for payment", "sending" or "refunding". */
const unsentSteps = ["invoice_to_send", "payout_to_send", "refund_to_send"] as const satisfies readonly HandStep[];
export type UnsentStep = (typeof unsentSteps)[number];

/**
 * The invoice, payout or refund that was not sent yet: a person has to send it, or it waits for something (`waitsFor`). Badges, lists
 * and `status_label` name it instead of the status.
 */
export function unsentStepOf(order: {
  status: string;
  step: string | null | undefined;
  waitsFor?: string | null | undefined;
}): UnsentStep | undefined {
  const step = handStepOf(order);
  const unsent = unsentSteps.find((name) => name === step);
  if (unsent || order.waitsFor == null) return unsent;
  return unsentSteps.find((name) => name !== "invoice_to_send" && statusOf[name] === order.status);
}
