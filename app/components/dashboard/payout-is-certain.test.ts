import { expect, test } from "vitest";
import { orderStatuses } from "../../../contract/order/order-states.ts";
import { payoutIsCertain } from "./payout-is-certain.ts";

const order = (status: string, sent: string) => ({
  status,
  to: { asset: "paypal-usd", amount: "480.58", sent, reserved: null },
});

test("an order shows its payout as certain on the way to it, and as agreed when held or ended without it", () => {
  expect(orderStatuses.filter((status) => payoutIsCertain(order(status, "0.00")))).toEqual([
    "draft",
    "awaiting_payment",
    "payment_reported",
    "confirming",
    "processing",
    "sending",
    "completed",
    "disputed",
  ]);
});

test("what was sent is certain in every status", () => {
  for (const status of orderStatuses) expect(payoutIsCertain(order(status, "480.58")), status).toBe(true);
});
