import { describe, expect, test } from "vitest";
import { orderToken } from "../../../upstream/http/request/order-token.ts";
import { maxPerAddress } from "../../../upstream/http/streams.ts";
import { readChanged } from "../../../upstream/orders/view/order-progress.ts";
import { executedOrder, type OpenedOrder } from "../../support/orders/order-steps.ts";
import { answerOf, wireRequest } from "../../support/service/api-client.ts";
import { pulses } from "../../support/service/event-reader.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const opening = (...orders: OpenedOrder[]) =>
  wireRequest("ordersStream", {
    query: { ref: orders.map(({ ref }) => ref) },
    token: orders.map(({ token }) => token),
  });
const visitor = (address: string) => ({ address, isTrusted: false });

async function streamOf(service: Pick<Exchange, "fetch">, ...orders: OpenedOrder[]) {
  const response = await service.fetch(opening(...orders));
  expect(response.status).toBe(200);
  return pulses(response);
}

const pay = (service: Exchange, { ref, token }: OpenedOrder) =>
  service.call("sandboxEvents", { token, body: { ref, event: "pay_partial" } });

describe("the event stream of orders", () => {
  test("starts with the reply of orders/status, and is not cacheable", async () => {
    const service = await exchange();
    const order = await executedOrder(service);
    const response = await service.fetch(opening(order));
    expect(response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("X-Accel-Buffering")).toBe("no");
    const status = await service.call("ordersStatus", { token: order.token, query: { ref: [order.ref] } });
    const stream = pulses(response);
    expect(await stream.next()).toEqual({ id: status.headers.get("ETag"), ...status.reply() });
    await stream.leave();
  });

  test("reports changes within one poll, and only of changed orders", async () => {
    const service = await exchange();
    const [unchangedOrder, paidOrder] = [await executedOrder(service), await executedOrder(service)];
    const stream = await streamOf(service, unchangedOrder, paidOrder);
    expect((await stream.next())?.data.map(({ ref }) => ref).sort()).toEqual(
      [unchangedOrder.ref, paidOrder.ref].sort(),
    );
    await pay(service, paidOrder);
    let event = await stream.next();
    while (event?.data[0]?.status !== "on_hold") event = await stream.next();
    expect(event.data.map(({ ref, condition }) => [ref, condition])).toEqual([[paidOrder.ref, "partial"]]);
    await stream.leave();
  });

  test("reads the whole of an order only when it or its payments have changed", async () => {
    const service = await exchange();
    const [waiting, paid] = [await executedOrder(service), await executedOrder(service)];
    let lastMarks: Record<string, string> = {};
    const changes = async () => {
      const { marks, changed } = await readChanged(service.ctx, [waiting.ref, paid.ref, "GONE"], lastMarks);
      lastMarks = Object.fromEntries(marks);
      return changed.map(({ row, payments }) => [row.ref, payments.length]).sort();
    };
    const both = [[waiting.ref, 0] as const, [paid.ref, 0] as const];
    expect(await changes()).toEqual([...both].sort());
    expect(await changes()).toEqual([]);
    await pay(service, paid);
    expect(await changes()).toEqual([[paid.ref, 1]]);
    await service.ctx.db.query("update payment set confirmations = confirmations + 1");
    expect(await changes()).toEqual([[paid.ref, 1]]);
    expect(await changes()).toEqual([]);
  });

  test("reports changes made by another process", async () => {
    const service = await exchange();
    const order = await executedOrder(service);
    const stream = await streamOf({ fetch: service.twin().fetch }, order);
    const first = await stream.next();
    await pay(service, order);
    const next = await stream.next();
    expect(next?.data[0]?.version).toBeGreaterThan(first?.data[0]?.version ?? 0);
    expect(next?.id).not.toBe(first?.id);
    await stream.leave();
  });

  test("shows each holder only their own orders", async () => {
    const service = await exchange();
    const [mine, theirs] = [await executedOrder(service), await executedOrder(service)];
    const request = wireRequest("ordersStream", { query: { ref: [theirs.ref, mine.ref] }, token: [mine.token] });
    const stream = pulses(await service.fetch(request));
    expect((await stream.next())?.data.map(({ ref }) => ref)).toEqual([mine.ref]);
    await stream.leave();
  });

  test("ends when the link that opened it is renewed", async () => {
    const service = await exchange();
    const order = await executedOrder(service);
    const stream = await streamOf(service, order);
    await stream.next();
    await service.upstream.context.db.query("update exchange_order set token_generation = 2");
    expect(await stream.next()).toBeUndefined();
    const renewed = orderToken(service.upstream.context.env.ORDER_LINK_SECRETS, order.ref, 2);
    await (await streamOf(service, { ...order, token: renewed })).leave();
  });

  test("refuses more than fifty orders, and none", async () => {
    const service = await exchange();
    const order = await executedOrder(service);
    for (const ref of [Array.from({ length: 51 }, () => order.ref), []]) {
      const request = wireRequest("ordersStream", { query: { ref }, token: order.token });
      const response = await answerOf("ordersStream", await service.fetch(request));
      expect(response.problem()).toMatchObject({ status: 422, code: "validation_failed" });
    }
  });
});

describe("the number of streams", () => {
  test("is limited per address, and a slot is free after any kind of disconnect", async () => {
    const service = await exchange();
    const order = await executedOrder(service);
    const visit = new AbortController();
    const open = (address: string, signal = visit.signal) =>
      service.fetch(new Request(opening(order), { signal }), visitor(address));
    const [first, ...others] = await Promise.all(
      Array.from({ length: maxPerAddress }, () => open("198.51.100.1", new AbortController().signal)),
    );
    const refused = await answerOf("ordersStream", await open("198.51.100.1"));
    expect(refused.problem()).toMatchObject({ status: 429, code: "too_many_requests" });
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect((await open("198.51.100.2")).status).toBe(200);

    await first?.body?.cancel();
    expect((await open("198.51.100.1")).status).toBe(200);
    expect((await open("198.51.100.1")).status).toBe(429);
    visit.abort();
    expect((await open("198.51.100.1", new AbortController().signal)).status).toBe(200);
    for (const response of others) await response.body?.cancel();
    service.upstream.endStreams();
  });

  test("costs one database query per second in total", async () => {
    const service = await exchange();
    const order = await executedOrder(service);
    const { db } = service.upstream.context;
    let looks = 0;
    const select = db.orm.select.bind(db.orm);
    Object.assign(db.orm, {
      select: (...columns: Parameters<typeof select>) => {
        looks += 1;
        return select(...columns);
      },
    });
    const streams = await Promise.all(Array.from({ length: 10 }, () => streamOf(service, order)));
    for (const stream of streams) await stream.next();
    const change = async () => {
      await db.query("update exchange_order set version = version + 1");
      for (const stream of streams) await stream.next();
    };
    // Told of a change, they are a second away from their next look: none falls between the two lines that follow.
    await change();
    looks = 0;
    await change();
    expect(looks).toBe(1);
    service.upstream.endStreams();
    for (const stream of streams) expect(await stream.next()).toBeUndefined();
    Reflect.deleteProperty(db.orm, "select");
  });
});

test("a shutdown ends every stream and refuses new ones", async () => {
  const service = await exchange();
  const order = await executedOrder(service);
  const streams = [await streamOf(service, order), await streamOf(service, order)];
  for (const stream of streams) await stream.next();
  await service.upstream.stop();
  for (const stream of streams) expect(await stream.next()).toBeUndefined();
  const late = await answerOf("ordersStream", await service.fetch(opening(order)));
  expect(late.problem()).toMatchObject({ status: 503, code: "maintenance" });
});

test("a HEAD request gets the headers and opens no stream", async () => {
  const service = await exchange();
  const order = await executedOrder(service);
  for (let at = 0; at <= maxPerAddress; at += 1) {
    const head = new Request(opening(order), { method: "HEAD" });
    expect((await service.fetch(head, visitor("198.51.100.1"))).status).toBe(200);
  }
});
