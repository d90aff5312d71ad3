import { z } from "zod/v4";
import type { EventOf, PaymentReport } from "../../orders/rules/order-event.ts";

/** A scheduled step of the sandbox for an order, as stored. */
export type PaymentStep = {
  /** `pay` becomes final, `vanish` is seen once and vanishes. */
  step: "pay" | "vanish";
  payment: PaymentReport;
  /** Number of steps made. */
  phase: number;
};
export type PaymentEvent = EventOf<"payment_seen" | "payment_final" | "payment_vanished">;

/**
 * The next step of a payment and those that remain, undefined after the last one. Only a change of state is an event;
 * one more confirmation is a step without one.
 */
export function nextReport({ step, payment, phase }: PaymentStep): { event?: PaymentEvent; left?: PaymentStep } {
  const left = { step, payment, phase: phase + 1 };
  if (step === "vanish") {
    if (phase === 0) return { event: { name: "payment_seen", payment: { ...payment, confirmations: 0 } }, left };
    return { event: { name: "payment_vanished", rail: payment.rail, railPaymentId: payment.railPaymentId } };
  }
  const levels = confirmationLevels(payment.required);
  const confirmations = levels[phase] ?? payment.required;
  if (phase >= levels.length - 1) return { event: { name: "payment_final", payment: { ...payment, confirmations } } };
  return phase === 0 ? { event: { name: "payment_seen", payment: { ...payment, confirmations } }, left } : { left };
}

/** How many confirmations a payment has after its last step. */
export function confirmationsAt({ step, payment, phase }: PaymentStep): number {
  return step === "vanish" ? 0 : (confirmationLevels(payment.required)[phase - 1] ?? 0);
}

/** Seen, some confirmations, then all; a rail without confirmations is final at once. */
export function confirmationLevels(required: number): number[] {
  return [...new Set([0, Math.min(1, required), Math.ceil(required / 2), required])];
}

/** The stored form: text only, amounts in minor units. */
export function detailsOf({ payment, phase }: PaymentStep): Record<string, string> {
  const { rail, railPaymentId, asset, amount, required } = payment;
  return { rail, railPaymentId, asset, amount: amount.toString(), required: String(required), phase: String(phase) };
}

const stepDetails = z.object({
  rail: z.string(),
  railPaymentId: z.string(),
  asset: z.string(),
  amount: z.coerce.bigint(),
  required: z.coerce.number().int(),
  phase: z.coerce.number().int(),
});

export function paymentStep(step: PaymentStep["step"], details: Record<string, string>): PaymentStep {
  const { phase, ...payment } = stepDetails.parse(details);
  return { step, phase, payment: { ...payment, railFee: 0n, confirmations: 0 } };
}
