import { expect, test } from "vitest";
import { sweep } from "../../../upstream/orders/sweep.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { exchange } from "../../support/service/exchange.ts";
import { statementsOf } from "../../support/service/statements.ts";

test("a sweep with nothing due takes two statements", async () => {
  const service = await exchange();
  await executedOrder(service);
  await sweep(service.ctx);
  const statements = await statementsOf(() => sweep(service.ctx));
  expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(2);
});
