import { expect, test } from "vitest";
import { verify } from "../../../upstream/ledger/verify.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { writeHistory } from "../../support/orders/order-history.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { completedOrder, rowOf } from "../../support/orders/reviews.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { exchange } from "../../support/service/exchange.ts";

test("a written history of orders is one that the service could have written: every check of the ledger passes", async () => {
  const service = await exchange({ db: await freshDatabase("owner") });
  const completed = await completedOrder(service);
  const expired = await executedOrder(service);
  const refunded = await executedOrder(service);
  await simulateEvent(service.ctx, await rowOf(service, refunded.ref), "pay_partial", "10");
  await service.runJobs();
  const refund = { ref: refunded.ref, action: "request_refund" } as const;
  await service.call("exchangeProcess", { token: refunded.token, key: "refund", body: refund });
  await service.pass(7200);
  const examples = { completed: completed.ref, expired: expired.ref, refunded: refunded.ref };
  for (const [status, ref] of Object.entries(examples)) expect((await rowOf(service, ref)).status).toBe(status);
  await writeHistory(service.ctx.db, examples, { orders: 50, transfers: "booked" });
  expect((await verify(service.ctx.db)).map(({ sentence }) => sentence)).toEqual([]);
});
