import { describe, expect, test } from "vitest";
import {
  type Changed,
  cancelled,
  dueOn,
  feeOf,
  type Invoice,
  impossible,
  leftOf,
  settled,
  statusOf,
  withPayment,
  withRefund,
} from "./invoice.ts";

const at = new Date("2026-11-21T12:00:00.000Z");
const sent: Invoice = {
  id: "INV2-0000",
  orderRef: "7Q2MK9XW3T",
  asset: "paypal-usd",
  amount: 100_00n,
  payer: "payer@example.com",
  isCancelled: false,
  payments: [],
  refunds: [],
};

function done(changed: Changed): Invoice {
  if (changed === impossible) throw new Error("PayPal would not do that");
  return changed;
}

function paid(
  amount: bigint,
  { invoice = sent, state = "completed" as "completed" | "pending", isExternal = false } = {},
) {
  const id = `P${invoice.payments.length}`;
  return done(withPayment(invoice, { id, amount, state, isExternal, at }));
}

const refund = (invoice: Invoice, amount: bigint, paymentId = "P0") =>
  withRefund(invoice, { id: `R${invoice.refunds.length}`, paymentId, amount, outgoingId: null, at });

test.each([
  [100_00n, "completed", false, 3_98n],
  [60_00n, "completed", false, 2_58n],
  [30n, "completed", false, 30n],
  [100_00n, "pending", false, 0n],
  [100_00n, "completed", true, 0n],
] as const)("of a payment of %s, %s (external: %s), PayPal keeps %s", (amount, state, isExternal, fee) => {
  expect(feeOf({ id: "P0", amount, state, isExternal, at })).toBe(fee);
});

describe("an invoice of 100 dollars", () => {
  test("derives its status from payments and refunds", () => {
    const pending = paid(100_00n, { state: "pending" });
    expect(statusOf(sent)).toBe("SENT");
    expect(statusOf(paid(40_00n))).toBe("PARTIALLY_PAID");
    expect(statusOf(pending)).toBe("PAYMENT_PENDING");
    expect(statusOf(done(settled(pending, "completed")))).toBe("PAID");
    expect(statusOf(done(settled(pending, "failed")))).toBe("UNPAID");
    expect(statusOf(paid(60_00n, { invoice: paid(40_00n) }))).toBe("PAID");
    expect(statusOf(paid(100_00n, { isExternal: true }))).toBe("MARKED_AS_PAID");
    expect(statusOf(done(cancelled(sent)))).toBe("CANCELLED");
    expect(statusOf(done(cancelled(paid(40_00n))))).toBe("CANCELLED");
    expect(statusOf(done(refund(paid(100_00n), 30_00n)))).toBe("PARTIALLY_REFUNDED");
    expect(statusOf(done(refund(paid(100_00n), 100_00n)))).toBe("REFUNDED");
  });

  test("is due for the rest, and for nothing while a payment is pending or it is closed", () => {
    expect(dueOn(sent)).toBe(100_00n);
    expect(dueOn(paid(40_00n))).toBe(60_00n);
    expect(dueOn(paid(60_00n, { state: "pending", invoice: paid(40_00n) }))).toBe(0n);
    expect(dueOn(done(cancelled(paid(40_00n))))).toBe(0n);
    expect(dueOn(done(refund(paid(40_00n), 40_00n)))).toBe(0n);
  });

  test("cannot be cancelled when paid or while a payment is pending", () => {
    expect(cancelled(paid(100_00n))).toBe(impossible);
    expect(cancelled(paid(10_00n, { state: "pending" }))).toBe(impossible);
    expect(cancelled(done(cancelled(sent)))).toBe(impossible);
  });

  test("is paid by a payment that was pending when it was cancelled", () => {
    expect(statusOf(paid(100_00n, { invoice: done(cancelled(sent)) }))).toBe("PAID");
  });

  test("refunds at most the amount of each payment, and nothing of a failed one", () => {
    const paidTwice = paid(60_00n, { invoice: paid(40_00n) });
    expect(refund(paidTwice, 40_01n)).toBe(impossible);
    const once = done(refund(paidTwice, 30_00n));
    expect(leftOf(once, "P0")).toBe(10_00n);
    expect(refund(once, 10_01n)).toBe(impossible);
    expect(refund(paidTwice, 1n, "P7")).toBe(impossible);
    expect(refund(paid(40_00n, { state: "pending" }), 1n)).toBe(impossible);
    expect(refund(paidTwice, 0n)).toBe(impossible);
  });
});
