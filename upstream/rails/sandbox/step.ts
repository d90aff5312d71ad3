import { z } from "zod/v4";
import type { EventOf, PaymentReport } from "../../domain/order-event.ts";

/** What the sandbox still has to do for an order, as its table holds it. */
export type PaymentStep = {
  /** `pay` ends final, `vanish` is seen once and then gone. */
  step: "pay" | "vanish";
  payment: PaymentReport;
  /** How many reports were made. */
  phase: number;
};
export type PaymentEvent = EventOf<"payment_seen" | "payment_final" | "payment_vanished">;

/** The next report of a payment, and what is left after it: undefined when that was the last one. */
export function nextReport({ step, payment, phase }: PaymentStep): { event: PaymentEvent; left?: PaymentStep } {
  const left = { step, payment, phase: phase + 1 };
  if (step === "vanish") {
    if (phase === 0) return { event: { name: "payment_seen", payment: { ...payment, confirmations: 0 } }, left };
    return { event: { name: "payment_vanished", rail: payment.rail, railPaymentId: payment.railPaymentId } };
  }
  const levels = confirmationLevels(payment.required);
  const confirmations = levels[phase] ?? payment.required;
  const isLast = phase >= levels.length - 1;
  const event = { name: isLast ? "payment_final" : "payment_seen", payment: { ...payment, confirmations } } as const;
  return isLast ? { event } : { event, left };
}

/** Seen, then a few steps up, then all of them; a rail without confirmations is final at once. */
export function confirmationLevels(required: number): number[] {
  return [...new Set([0, Math.min(1, required), Math.ceil(required / 2), required])];
}

/** How such a step is kept: text only, amounts in minor units. */
export function detailsOf({ payment, phase }: PaymentStep): Record<string, string> {
  const { rail, railPaymentId, asset, amount, required } = payment;
  return { rail, railPaymentId, asset, amount: amount.toString(), required: String(required), phase: String(phase) };
}

const kept = z.object({
  rail: z.string(),
  railPaymentId: z.string(),
  asset: z.string(),
  amount: z.coerce.bigint(),
  required: z.coerce.number().int(),
  phase: z.coerce.number().int(),
});

export function paymentStep(step: PaymentStep["step"], details: Record<string, string>): PaymentStep {
  const { phase, ...payment } = kept.parse(details);
  return { step, phase, payment: { ...payment, railFee: 0n, confirmations: 0 } };
}
