import { expect, test } from "vitest";
import { urgencyOf } from "./urgency.ts";

/** Of somebody who has proven to be concerned, and of anybody else. */
test.each([
  ["POST", "/api/v1/exchange/execute", "order", "change"],
  ["POST", "/api/v1/gateways/nebulox/webhook", "order", "change"],
  ["POST", "/api/v1/sandbox/events", "order", "change"],
  ["GET", "/api/v1/exchange/track", "order", "browse"],
  ["GET", "/En/order/7Q2MK9XW3T", "order", "browse"],
  ["POST", "/Ru/order/7Q2MK9XW3T/confirm", "order", "change"],
  ["POST", "/api/v1/exchange/step-one", "change", "change"],
  ["POST", "/En/exchange/usdt-to-paypal", "change", "change"],
  ["GET", "/En/dashboard/orders", "change", "browse"],
  ["GET", "/En/sign-in", "change", "browse"],
  ["GET", "/api/v1/exchange", "browse", "browse"],
  ["GET", "/api/v1/exchange/rules", "browse", "browse"],
  ["GET", "/En", "browse", "browse"],
  ["GET", "/ordering", "browse", "browse"],
  ["HEAD", "/Ru/exchange/usdt-to-paypal", "browse", "browse"],
])("%s %s is %s, and %s from a stranger", (method, path, proven, stranger) => {
  expect([urgencyOf({ method, path }, true), urgencyOf({ method, path }, false)]).toEqual([proven, stranger]);
});
