import { describe, expect, test } from "vitest";
import { dueNow, seenAmount } from "./due-now.ts";
import type { OrderState, PaymentFact } from "./order-facts.ts";

const payment = (amount: bigint, status: PaymentFact["status"] = "seen", asset = "usdt-trc20") =>
  ({ amount, status, asset }) as PaymentFact;

function paid(order: Partial<OrderState>, payments: PaymentFact[] = []) {
  const waiting = { fromAsset: "usdt-trc20", fromAmount: 500n, received: 0n, status: "awaiting_payment" };
  return { order: { ...waiting, condition: "none", holdReason: null, ...order } as OrderState, payments };
}
const short = { status: "on_hold", condition: "partial", holdReason: "amount_mismatch" } as const;

describe("the amount due now", () => {
  test("is the whole amount while awaiting payment", () => {
    expect(dueNow(paid({}))).toEqual({ amount: 500n, kind: "full" });
    expect(dueNow(paid({ status: "payment_reported" }))).toEqual({ amount: 500n, kind: "full" });
  });

  test.each(["amount_mismatch", "below_minimum"] as const)("is the rest of a partial payment held as %s", (reason) => {
    expect(dueNow(paid({ ...short, holdReason: reason }, [payment(498n)]))).toEqual({ amount: 2n, kind: "rest" });
  });

  test("is zero after expiry, for an overpayment and for other holds", () => {
    expect(dueNow(paid({ status: "expired" }))).toBeNull();
    expect(dueNow(paid({ ...short, condition: "over" }, [payment(600n)]))).toBeNull();
    expect(dueNow(paid({ ...short, holdReason: "aml_check" }, [payment(498n)]))).toBeNull();
  });

  test("is zero when the payments cover the amount", () => {
    expect(dueNow(paid(short, [payment(500n)]))).toBeNull();
  });
});

describe("the amount seen", () => {
  test("counts every payment in the order's asset that has not vanished", () => {
    const payments = [
      payment(300n),
      payment(198n, "final"),
      payment(7n, "vanished"),
      payment(1n, "seen", "usdt-erc20"),
    ];
    expect(seenAmount(paid({}, payments))).toBe(498n);
  });

  test("is the order's received amount when no payment is known", () => {
    expect(seenAmount(paid({ received: 500n }))).toBe(500n);
  });
});
