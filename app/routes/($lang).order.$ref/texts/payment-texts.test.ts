import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { executedOrder } from "../../../../contract/docs/order-example.ts";
import { paymentText } from "./payment-texts.ts";

const keyOf = Object.assign((key: string) => key, { $TFunctionBrand: undefined }) as unknown as TFunction<"order">;

test.each([
  ["while the rate is held", "2026-11-21T12:29:59.000Z", "state.awaiting_payment.invoice"],
  ["while it may still apply", "2026-11-21T12:30:00.000Z", "state.awaiting_payment.invoiceLater"],
  ["once it does not apply any more", "2026-11-21T14:00:00.000Z", "state.awaiting_payment.invoiceLate"],
])("the text of an open invoice promises the agreed rate only as long as it applies: %s", (_, now, expected) => {
  const times = { rate_locked_until: "2026-11-21T12:30:00.000Z", rate_grace_until: "2026-11-21T14:00:00.000Z" };
  const payin = { ...executedOrder.payin, method: "paypal_invoice" } as const;
  expect(paymentText(keyOf, { ...executedOrder, ...times, payin, server_time: now }, {})).toBe(expected);
});
