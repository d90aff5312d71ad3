import { expect, test } from "vitest";
import { actionOf } from "./order-actions.ts";

test("an order waits for the member when it is to be paid or decided, not when our team works on it", () => {
  expect(actionOf({ status: "awaiting_payment", action_by: null })).toEqual({ name: "pay", isTheirs: true });
  const unsent = { status: "awaiting_payment", action_by: null, hand_step: "invoice_to_send" } as const;
  expect(actionOf(unsent)).toEqual({ name: "open", isTheirs: false });
  expect(actionOf({ ...unsent, hand_step: "invoice_sent" })).toEqual({ name: "pay", isTheirs: true });
  expect(actionOf({ status: "on_hold", action_by: "client" })).toEqual({ name: "decide", isTheirs: true });
  // A refund without an address waits for the member too.
  expect(actionOf({ status: "refund_pending", action_by: "client" })).toEqual({ name: "decide", isTheirs: true });
  expect(actionOf({ status: "on_hold", action_by: "operator" })).toEqual({ name: "open", isTheirs: false });
  expect(actionOf({ status: "completed", action_by: null })).toEqual({ name: "open", isTheirs: false });
});
