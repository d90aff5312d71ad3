import { expect, test } from "vitest";
import { gatewayEvent } from "../../../upstream/db/schema/gateway.ts";
import { transfer } from "../../../upstream/db/schema/ledger.ts";
import { payment } from "../../../upstream/db/schema/orders.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { seed } from "../../../upstream/orders/rules/testing/seed.ts";
import { track } from "../../support/orders/order-steps.ts";
import { exchange } from "../../support/service/exchange.ts";
import { gatewaySettings, hostedOrder, outside, signedRequest } from "../../support/service/gateway.ts";
import { deliverAll, storm } from "../../support/service/webhook-storm.ts";

const chosen = seed("gateway storm");

test("each event takes effect once, in any number, order and process", async () => {
  const service = await exchange({ settings: gatewaySettings });
  const twin = service.twin();
  const orders = [await hostedOrder(service, "20"), await hostedOrder(service, "20"), await hostedOrder(service, "20")];
  const plan = storm(
    orders.map(({ sessionId }) => sessionId),
    { paymentsEach: 10, amount: "2", mostTimes: 4 },
    chosen,
  );
  const now = service.upstream.context.clock.now();
  const refused = await deliverAll(plan.deliveries, async (event, at) => {
    const process = at % 2 === 0 ? service.upstream : twin;
    return (await process.fetch(signedRequest(now, event), outside)).status;
  });
  await service.runJobs();

  expect(refused).toEqual({});
  const { db } = service.upstream.context;
  const marks = await db.orm.select().from(gatewayEvent);
  const payments = await db.orm.select().from(payment);
  const booked = (await db.orm.select().from(transfer)).filter(({ code }) => code === "payin");
  expect(marks).toHaveLength(plan.events);
  expect(booked).toHaveLength(plan.payments);
  expect(payments.filter(({ status }) => status === "final")).toHaveLength(plan.payments);
  expect(payments.filter(({ status }) => status === "seen")).toEqual([]);
  for (const order of orders) {
    expect(await track(service, order)).toMatchObject({ status: "completed", from: { received: "20.000000" } });
  }
  expect(await verify(db)).toEqual([]);
});
