import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { executedOrder } from "../../../../contract/docs/order-example.ts";
import { handText } from "./hand-texts.ts";

const keyOf = Object.assign((key: string) => key, { $TFunctionBrand: undefined }) as unknown as TFunction<"order">;

test.each([
  ["while the rate is held, says until when", "2026-11-21T12:30:00.000Z", "hand.invoice_to_send"],
  ["after that, says when the agreed rate still applies", "2026-11-21T11:59:00.000Z", "hand.invoice_to_send_later"],
])("the text of an invoice that is not sent yet, %s", (_, until, expected) => {
  const by_hand = { step: "invoice_to_send", by: "2026-11-22T00:00:00.000Z", usual_minutes: null } as const;
  const order = { ...executedOrder, by_hand, server_time: "2026-11-21T12:00:00.000Z", rate_locked_until: until };
  expect(handText(keyOf, { ...order, status: "awaiting_payment" }, {})).toBe(expected);
});
