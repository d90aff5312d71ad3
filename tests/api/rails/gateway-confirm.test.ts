import { isNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { sandboxSession, sandboxSessionEvent } from "../../../upstream/db/schema/gateway.ts";
import { payment } from "../../../upstream/db/schema/orders.ts";
import { track } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { type HostedOrder, hostedOrder } from "../../support/service/gateway.ts";

let service: Exchange;
beforeEach(async () => {
  service = await exchange();
});

const page = (order: HostedOrder, init?: RequestInit) =>
  service.fetch(new Request(`http://exchange.test${order.order.payin.redirect_url}`, init), {
    address: "192.0.2.7",
    isTrusted: false,
  });

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const press = (order: HostedOrder, choice: string, after = 0) =>
  page(order, { method: "POST", headers: form, body: new URLSearchParams({ choice, after: String(after) }) });

const confirm = async (order: HostedOrder, claim: { result?: "success" | "cancel"; session_id?: string } = {}) => {
  const response = await service.call("gatewayConfirm", { token: order.token, body: { ref: order.ref, ...claim } });
  return response.reply().data;
};

test("a returning browser that claims success is ignored: the gateway is queried", async () => {
  const order = await hostedOrder(service);
  const forged = { result: "success", session_id: order.sessionId } as const;
  expect(await confirm(order, forged)).toEqual({
    ref: order.ref,
    status: "awaiting_payment",
    verified: true,
    poll_after: 5,
  });
  await confirm(order, { result: "cancel" });
  expect(await track(service, order)).toMatchObject({
    status: "awaiting_payment",
    condition: "none",
    version: order.order.version,
  });
});

test("the gateway's reply decides before its events arrive, which then change nothing", async () => {
  const order = await hostedOrder(service);
  await press(order, "pay");
  expect(await confirm(order)).toMatchObject({ verified: true, status: expect.stringMatching(/processing|completed/) });
  const before = await track(service, order);
  await service.pass(1);
  const after = await track(service, order);
  expect([before.status, after.status]).toEqual(["completed", "completed"]);
  expect(after.from.received).toBe("500.000000");
  expect(after.version).toBe(before.version);
});

test("confirming an order needs its token", async () => {
  const order = await hostedOrder(service);
  const other = await hostedOrder(service);
  const response = await service.call("gatewayConfirm", { token: other.token, body: { ref: order.ref } });
  expect(response.problem().code).toBe("not_found");
});

test("the gateway page is in its address's language, and two submits pay once", async () => {
  const order = await hostedOrder(service);
  expect(order.order.payin).toMatchObject({ method: "hosted_gateway", address: null });
  expect(order.order.payin.options).toEqual(["crypto_address", "hosted_gateway"]);
  const response = await page(order);
  const text = await response.text();
  expect(text).toContain(`Payment for order ${order.ref}`);
  expect(text).toContain("500 USDT");
  expect(response.headers.get("Content-Security-Policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form/,
  );
  expect(text).not.toContain("<script");

  const first = await press(order, "pay");
  expect([first.status, first.headers.get("Location")]).toEqual([303, `/En/order/${order.ref}/return`]);
  await press(order, "pay");
  await service.pass(1);
  expect(await track(service, order)).toMatchObject({ status: "completed", condition: "exact" });
});

test("payments on the gateway page reach the order by signed events alone", async () => {
  for (const [choice, expected] of [
    ["pay", { status: "completed", condition: "exact" }],
    ["part", { status: "on_hold", condition: "partial" }],
    ["more", { status: "on_hold", condition: "over" }],
    ["later", { status: "awaiting_payment", condition: "none" }],
    ["cancel", { status: "cancelled", condition: "none" }],
  ] as const) {
    const order = await hostedOrder(service);
    await press(order, choice);
    await service.pass(1);
    expect(await track(service, order)).toMatchObject(expected);
  }
});

test("the rest can be paid on the same page, and a late payment is reported after the window", async () => {
  const order = await hostedOrder(service);
  await press(order, "part");
  await service.pass(1);
  await press(order, "pay", 1);
  await service.pass(1);
  expect(await track(service, order)).toMatchObject({ status: "completed", condition: "multiple" });

  const late = await hostedOrder(service);
  await press(late, "late");
  await service.pass(60 * 60);
  expect((await track(service, late)).status).toBe("expired");
  await service.pass(62 * 60);
  expect(await track(service, late)).toMatchObject({ status: "on_hold", hold: { reason: "late_payment" } });
});

test("a refused event is retried with growing delays until accepted", async () => {
  const order = await hostedOrder(service);
  const { context } = service.upstream;
  const original = context.callBack;
  const attempts: string[] = [];
  context.callBack = async (request) => {
    attempts.push(request.headers.get("webhook-id") ?? "");
    return new Response(null, { status: 503 });
  };
  await press(order, "pay");
  for (const seconds of [0, 2, 4]) await service.pass(seconds);
  expect((await track(service, order)).status).toBe("awaiting_payment");
  expect(attempts).toHaveLength(3 * new Set(attempts).size);
  context.callBack = original;
  await service.pass(8);
  expect((await track(service, order)).status).toBe("completed");
  const { orm } = context.db;
  const left = await orm.select().from(sandboxSessionEvent).where(isNull(sandboxSessionEvent.deliveredAt));
  expect(left).toEqual([]);
});

test("a payment without any event is found at the deadline", async () => {
  const order = await hostedOrder(service);
  service.upstream.context.callBack = async () => new Response(null, { status: 503 });
  await press(order, "pay");
  await service.pass(31 * 60);
  expect(await track(service, order)).toMatchObject({ status: "completed", condition: "late" });
});

test("the order page's panel and SANDBOX_AUTOPAY also pay at the gateway", async () => {
  const order = await hostedOrder(service);
  const body = { ref: order.ref, event: "pay_partial" } as const;
  (await service.call("sandboxEvents", { token: order.token, body })).reply();
  expect(await track(service, order)).toMatchObject({ status: "on_hold", condition: "partial" });

  service = await exchange({ settings: { SANDBOX_AUTOPAY: "1" } });
  const auto = await hostedOrder(service);
  await service.pass(1);
  await service.pass(1);
  expect(await track(service, auto)).toMatchObject({ status: "completed", condition: "exact" });
  const { db } = service.upstream.context;
  expect(await db.orm.select({ rail: payment.rail }).from(payment)).toEqual([{ rail: "nebulox" }]);
});

test("an expired order cannot be paid at the gateway", async () => {
  const order = await hostedOrder(service);
  (await service.call("exchangeCancel", { token: order.token, body: { ref: order.ref } })).reply();
  expect(await (await page(order)).text()).toContain("This payment page is closed.");
  await press(order, "pay");
  await service.pass(1);
  expect((await track(service, order)).status).toBe("cancelled");
});

test("an unknown session and an invalid form get an error page", async () => {
  const order = await hostedOrder(service);
  const stranger = {
    ...order,
    order: { ...order.order, payin: { ...order.order.payin, redirect_url: "/api/v1/sandbox/pay/ses_x" } },
  };
  const russian = await page(stranger, { headers: { "Accept-Language": "ru" } });
  expect([russian.status, await russian.text()]).toEqual([404, expect.stringContaining("Страница не найдена")]);
  expect(
    (await page(order, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" })).status,
  ).toBe(400);
  expect((await press(order, "x".repeat(10_000))).status).toBe(400);
  const rows = await service.upstream.context.db.orm.select().from(sandboxSession);
  expect(rows).toHaveLength(1);
});
