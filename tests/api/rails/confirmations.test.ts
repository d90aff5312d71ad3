import { expect, test } from "vitest";
import type { Context } from "../../../upstream/ports/context.ts";
import { executedOrder, type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { wireRequest } from "../../support/service/api-client.ts";
import { pulses } from "../../support/service/event-reader.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { deliver, gatewaySettings, hostedOrder, paymentEvent } from "../../support/service/gateway.ts";

/** The transactions that last wrote the order and its payment: others, once one is written again. */
async function writersOf({ db }: Pick<Context, "db">, { ref }: OpenedOrder): Promise<string> {
  const { rows } = await db.query(
    "select o.xmin::text as placed, p.xmin::text as paid from exchange_order o join payment p on p.order_ref = o.ref where o.ref = $1",
    [ref],
  );
  return JSON.stringify(rows);
}

async function confirmationText(service: Exchange, order: OpenedOrder): Promise<string> {
  const [tx] = (await track(service, order)).payin.txs;
  const [pulse] = (await service.call("ordersStatus", { token: order.token, query: { ref: [order.ref] } })).reply()
    .data;
  expect(pulse?.confirmations).toBe(tx?.confirmations);
  return `${tx?.status} ${tx?.confirmations} of ${tx?.required}`;
}

test("twelve confirmations at a gateway write an order when it is seen and when it is final", async () => {
  const service = await exchange({ settings: gatewaySettings, jobs: "by hand" });
  const order = await hostedOrder(service);
  const writers = new Set<string>();
  const etags = new Set<string | null>();
  for (let confirmations = 0; confirmations < 12; confirmations += 1) {
    const details = { status: "seen", confirmations, required: 12 } as const;
    await deliver(service, paymentEvent(`e${confirmations}`, order.sessionId, confirmations + 1, details));
    expect(await confirmationText(service, order)).toBe(`seen ${confirmations} of 12`);
    const status = await service.call("ordersStatus", { token: order.token, query: { ref: [order.ref] } });
    etags.add(status.headers.get("ETag"));
    writers.add(await writersOf(service.ctx, order));
  }
  expect(etags.size).toBe(12);
  expect(writers.size).toBe(1);

  await deliver(service, paymentEvent("late", order.sessionId, 3, { status: "seen", confirmations: 2, required: 12 }));
  expect(await confirmationText(service, order)).toBe("seen 11 of 12");
  await deliver(service, paymentEvent("final", order.sessionId, 13, { confirmations: 12, required: 12 }));
  expect(await confirmationText(service, order)).toBe("final 12 of 12");
  expect(await paymentEvents(service.ctx)).toEqual(["payment_seen", "payment_final"]);
});

test("the sandbox's confirmations are on the page and in its stream, and write no order", async () => {
  const service = await exchange({ settings: { SANDBOX_PACE_MS: "3000" } });
  const order = await executedOrder(service, { from: "usdt-erc20" });
  await service.call("sandboxEvents", { token: order.token, body: { ref: order.ref, event: "pay_exact" } });
  expect(await confirmationText(service, order)).toBe("seen 0 of 12");
  const writers = await writersOf(service.ctx, order);
  const stream = pulses(
    await service.fetch(wireRequest("ordersStream", { query: { ref: [order.ref] }, token: [order.token] })),
  );
  expect((await stream.next())?.data).toMatchObject([{ confirmations: 0, required: 12 }]);
  await service.pass(3);
  expect((await stream.next())?.data).toMatchObject([{ status: "confirming", confirmations: 1, required: 12 }]);
  await stream.leave();
  await service.pass(3);
  expect(await confirmationText(service, order)).toBe("seen 6 of 12");
  expect(await writersOf(service.ctx, order)).toBe(writers);
  await service.pass(3);
  expect(await confirmationText(service, order)).toBe("final 12 of 12");
  expect(await paymentEvents(service.ctx)).toEqual(["payment_seen", "payment_final"]);
});

async function paymentEvents({ db }: Pick<Context, "db">): Promise<unknown[]> {
  const { rows } = await db.query("select event from order_event where event like 'payment_%' order by version");
  return rows.map(({ event }) => event);
}
