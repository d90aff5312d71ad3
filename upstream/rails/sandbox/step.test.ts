import { expect, test } from "vitest";
import { confirmationsAt, detailsOf, nextReport, type PaymentStep, paymentStep } from "./step.ts";

const payment = {
  rail: "sandbox-tron",
  railPaymentId: "9f2c",
  asset: "usdt-trc20",
  amount: 500_000000n,
  railFee: 0n,
  confirmations: 0,
  required: 20,
};

/** Every step of a payment, stored and read again after each, as a restart would. */
function reports(first: PaymentStep): string[] {
  const lines: string[] = [];
  for (let step: PaymentStep | undefined = first; step; ) {
    const { event, left }: ReturnType<typeof nextReport> = nextReport(step);
    step = left && paymentStep(left.step, detailsOf(left));
    if (!event) lines.push(`${step && confirmationsAt(step)} confirmations`);
    else lines.push("payment" in event ? `${event.name} ${event.payment.confirmations}` : event.name);
  }
  return lines;
}

test("a payment is seen, gains confirmations without an event, and becomes final", () => {
  const told = reports({ step: "pay", phase: 0, payment });
  expect(told).toEqual(["payment_seen 0", "1 confirmations", "10 confirmations", "payment_final 20"]);
});

test("a payment on a rail without confirmations is final at once", () => {
  expect(reports({ step: "pay", phase: 0, payment: { ...payment, required: 0 } })).toEqual(["payment_final 0"]);
});

test("a payment with one confirmation is not reported twice", () => {
  const told = reports({ step: "pay", phase: 0, payment: { ...payment, required: 1 } });
  expect(told).toEqual(["payment_seen 0", "payment_final 1"]);
});

test("a payment that vanishes was seen before", () => {
  expect(reports({ step: "vanish", phase: 0, payment })).toEqual(["payment_seen 0", "payment_vanished"]);
});
