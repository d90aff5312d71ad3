import { expect, test } from "vitest";
import { urgencyOf } from "./urgency.ts";

test.each([
  ["POST", "/api/v1/exchange/execute", "order"],
  ["POST", "/api/v1/gateways/nebulox/webhook", "order"],
  ["POST", "/api/v1/sandbox/events", "order"],
  ["GET", "/api/v1/exchange/track", "order"],
  ["GET", "/En/order/7Q2MK9XW3T", "order"],
  ["POST", "/Ru/order/7Q2MK9XW3T/confirm", "order"],
  ["POST", "/api/v1/exchange/step-one", "change"],
  ["POST", "/En/exchange/usdt-to-paypal", "change"],
  ["GET", "/En/dashboard/orders", "change"],
  ["GET", "/En/sign-in", "change"],
  ["GET", "/api/v1/exchange", "browse"],
  ["GET", "/api/v1/exchange/rules", "browse"],
  ["GET", "/En", "browse"],
  ["GET", "/ordering", "browse"],
  ["HEAD", "/Ru/exchange/usdt-to-paypal", "browse"],
])("%s %s is %s", (method, path, urgency) => {
  expect(urgencyOf({ method, path })).toBe(urgency);
});
