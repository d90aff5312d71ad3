import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deleteOldSubscriptions } from "../../../upstream/orders/push/subscriptions.ts";
import { tellSubscribers } from "../../../upstream/orders/push/tell-subscribers.ts";
import { vapidKeys } from "../../../upstream/orders/push/vapid-keys.ts";
import { serviceTasks } from "../../../upstream/program/tasks.ts";
import { divertRequests } from "../../support/diverted-requests.mjs";
import { openEmailedLink } from "../../support/orders/emailed-link.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { acceptedDraft, executedOrder, type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { completedOrder } from "../../support/orders/reviews.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange, testStart } from "../../support/service/exchange.ts";
import { by, signedUp } from "../../support/service/members.ts";
import { type PushService, startPushService } from "../../support/service/push-service.ts";

let push: PushService;
let service: Exchange;

beforeEach(async () => {
  // The push service has real time: the start of the test, whatever offset our clock has.
  push = await startPushService(() => testStart);
  divertRequests(push.diverted);
  service = await exchange();
});
afterEach(() => push.stop());

const hash = (endpoint: string) => createHash("sha256").update(endpoint).digest("base64url");
const rows = async () => (await service.ctx.db.query("select * from push_subscription")).rows;
const tell = () => tellSubscribers(service.ctx);
const told = () => push.arrived.map(({ text }) => JSON.parse(text).title);

type Given = { browser?: ReturnType<PushService["browser"]>; key?: string; language?: string };

function switchOn(order: OpenedOrder, { browser = push.browser(), key, language = "en" }: Given = {}) {
  const { endpoint, p256dh, auth } = browser;
  return service.call("orderPushOn", {
    token: order.token,
    headers: { "Accept-Language": language },
    body: { ref: order.ref, subscription: { endpoint, p256dh, auth }, key: key ?? order.order.push_key ?? "" },
  });
}

/** An order that a new browser is told about. */
async function subscribed(options: Given = {}): Promise<OpenedOrder> {
  const order = await executedOrder(service);
  (await switchOn(order, options)).reply();
  return order;
}

async function event(order: OpenedOrder, name: "pay_exact" | "pay_partial") {
  const body = { ref: order.ref, event: name, ...(name === "pay_partial" && { amount: "100" }) };
  (await service.call("sandboxEvents", { token: order.token, body })).reply();
}

describe("a subscription", () => {
  test("is on, and off again, for its own browser and order", async () => {
    const browser = push.browser();
    const { ref, token } = await subscribed({ browser });
    const state = async (endpoint: string) =>
      (await service.call("orderPush", { token, query: { ref, id: hash(endpoint) } })).reply().data.active;
    expect(await state(browser.endpoint)).toBe(true);
    expect(await state(push.browser().endpoint)).toBe(false);
    for (let press = 0; press < 2; press += 1) {
      const off = await service.call("orderPushOff", { token, query: { ref, id: hash(browser.endpoint) } });
      expect(off.status).toBe(204);
    }
    expect(await state(browser.endpoint)).toBe(false);
  });

  test("made twice is one; of a sixth browser it replaces the oldest", async () => {
    const order = await executedOrder(service);
    const first = push.browser();
    for (let press = 0; press < 2; press += 1) (await switchOn(order, { browser: first })).reply();
    expect(await rows()).toHaveLength(1);
    for (let browser = 0; browser < 5; browser += 1) {
      await service.pass(1);
      (await switchOn(order)).reply();
    }
    const subscriptions = await rows();
    expect(subscriptions).toHaveLength(5);
    expect(subscriptions.map(({ endpoint }) => endpoint)).not.toContain(first.endpoint);
  });

  test.each([
    ["/subscription/endpoint", { endpoint: "https://127.0.0.1/internal" }, {}],
    ["/subscription/endpoint", { endpoint: "http://169.254.169.254/latest/meta-data" }, {}],
    ["/subscription/p256dh", { p256dh: "BAAA" }, {}],
    ["/key", {}, { key: "BAAA" }],
  ])("that cannot be sent to is refused at %s", async (pointer, wrong, options) => {
    const response = await switchOn(await executedOrder(service), {
      browser: { ...push.browser(), ...wrong },
      ...options,
    });
    expect(refused(response)).toEqual({
      status: 422,
      code: "validation_failed",
      errors: [{ pointer, code: "invalid" }],
    });
    expect(await rows()).toEqual([]);
  });

  test("is offered by an open order only", async () => {
    const [key] = vapidKeys(["a".repeat(32)]);
    const draft = await acceptedDraft(service);
    const ended = await completedOrder(service);
    expect((await track(service, await executedOrder(service))).push_key).toBe(key?.publicKey);
    for (const order of [draft, ended]) {
      expect((await track(service, order)).push_key).toBeNull();
      expect(refused(await switchOn(order, { key: key?.publicKey ?? "" }))).toEqual({
        status: 409,
        code: "invalid_transition",
      });
    }
  });

  test("is neither offered nor accepted where web push is off", async () => {
    service = await exchange({ settings: { WEB_PUSH: "off" } });
    const order = await executedOrder(service);
    expect(order.order.push_key).toBeNull();
    expect(refused(await switchOn(order))).toEqual({ status: 501, code: "not_available" });
  });

  test("is in its member's export, without the address that messages are sent to", async () => {
    const browser = push.browser();
    const { ref } = await subscribed({ browser });
    const member = await signedUp(service, customerEmail);
    await openEmailedLink(service, ref);
    await service.call("memberOrders", by(member.token));
    const { text } = await service.call("memberExport", by(member.token));
    const at = testStart.toISOString();
    expect(JSON.parse(text).data.notifications).toEqual([{ order: ref, at, push_service: "fcm.googleapis.com" }]);
    for (const secret of [browser.endpoint, browser.p256dh, browser.auth]) expect(text).not.toContain(secret);
  });

  test("of an order that never ends is deleted after sixty days", async () => {
    await subscribed();
    await service.ctx.clock.advance(60 * 86_400);
    await deleteOldSubscriptions(service.ctx);
    expect(await rows()).toHaveLength(1);
    await service.ctx.clock.advance(1);
    await deleteOldSubscriptions(service.ctx);
    expect(await rows()).toEqual([]);
  });
});

describe("a browser", () => {
  test("is told once of each change that matters, by a scheduled task, until the order has ended", async () => {
    expect(serviceTasks(service.ctx).map(({ name }) => name)).toContain("push messages");
    const order = await subscribed();
    await tell();
    expect(push.arrived).toEqual([]);
    await event(order, "pay_partial");
    for (let run = 0; run < 3; run += 1) await tell();
    expect(told()).toEqual(["Your exchange is on hold"]);
    const { ref, token } = order;
    await service.call("exchangeProcess", { token, key: "refund", body: { ref, action: "request_refund" } });
    expect((await track(service, order)).status).toBe("refunded");
    for (let run = 0; run < 3; run += 1) await tell();
    expect(told()).toEqual(["Your exchange is on hold", "Your exchange: money returned"]);
    expect(await rows()).toEqual([]);
  });

  test("reads words without amounts or accounts, and an address without the token; the push service reads nothing", async () => {
    const order = await subscribed({ language: "ru" });
    await event(order, "pay_partial");
    await tell();
    const [message] = push.arrived;
    expect(JSON.parse(message?.text ?? "")).toEqual({
      title: "Ваш обмен приостановлен",
      body: "Откройте заявку: там сказано, почему и что будет дальше.",
      url: `/Ru/order/${order.ref}`,
      lang: "ru",
    });
    expect(message?.headers).toMatchObject({ ttl: "86400", urgency: "high", "content-encoding": "aes128gcm" });
    expect(message?.headers.topic).toMatch(/^[\w-]{32}$/);
    const readable = `${JSON.stringify(message?.headers)} ${message?.bytes.toString("latin1")}`;
    for (const secret of [order.ref, order.token, "order", "100"]) expect(readable).not.toContain(secret);
  });

  test("is told the newest state only, when several changes came between two runs", async () => {
    const order = await subscribed();
    await event(order, "pay_exact");
    expect((await track(service, order)).status).toBe("completed");
    await tell();
    expect(told()).toEqual(["Your exchange: money sent"]);
  });

  test("is told once by several processes", async () => {
    const order = await subscribed();
    await event(order, "pay_partial");
    await Promise.all([tell(), tell(), tellSubscribers(service.twin().context)]);
    expect(told()).toHaveLength(1);
  });

  test("is told by the key that it subscribed with, as long as its secret is accepted", async () => {
    const old = vapidKeys(["a".repeat(32)])[0]?.publicKey;
    const order = await subscribed();
    const settings = { ACCOUNT_SECRETS: `${"b".repeat(32)},${"a".repeat(32)}` };
    const rotated = await exchange({ settings, db: service.ctx.db });
    await event(order, "pay_partial");
    await tellSubscribers(rotated.ctx);
    expect(told()).toHaveLength(1);
    expect(push.arrived[0]?.headers.authorization).toMatch(new RegExp(`k=${old}$`));
    expect((await executedOrder(rotated)).order.push_key).not.toBe(old);
  });
});

describe("a push service that", () => {
  test.each([500, 429, 413, 302, 403])(
    "answers %i is asked again, later each time, until it takes the last word",
    async (status) => {
      const order = await subscribed();
      await event(order, "pay_exact");
      push.answer = status;
      const attempts: number[] = [];
      for (let second = 0; second < 100; second += 10) {
        await tell();
        attempts.push(push.arrived.length);
        await service.ctx.clock.advance(10);
      }
      // After 0, 30 and 90 seconds.
      expect(attempts).toEqual([1, 1, 1, 2, 2, 2, 2, 2, 2, 3]);
      push.answer = 201;
      await service.ctx.clock.advance(3600);
      for (let run = 0; run < 3; run += 1) await tell();
      expect(push.arrived).toHaveLength(4);
      expect(await rows()).toEqual([]);
    },
  );

  test("never takes a message is given up after a day", async () => {
    const order = await subscribed();
    await event(order, "pay_exact");
    push.answer = 500;
    for (let hour = 0; hour < 23; hour += 1) {
      await tell();
      await service.ctx.clock.advance(3600);
    }
    expect(await rows()).toHaveLength(1);
    for (let hour = 0; hour < 10; hour += 1) {
      await tell();
      await service.ctx.clock.advance(3600);
    }
    expect(await rows()).toEqual([]);
  });

  test.each([404, 410])("answers %i knows the browser no more: its subscription is deleted", async (status) => {
    const order = await subscribed();
    await event(order, "pay_partial");
    push.answer = status;
    await tell();
    expect(await rows()).toEqual([]);
  });

  test("was asked just before a crash is asked once again, and not in a loop", async () => {
    const order = await subscribed();
    await event(order, "pay_partial");
    const { push: real } = service.ctx;
    const sends = real.send;
    real.send = async (...sent) => {
      await sends(...sent);
      throw new Error("The process ends here");
    };
    for (let run = 0; run < 3; run += 1) await tell().catch(() => {});
    expect(push.arrived).toHaveLength(1);
    real.send = sends;
    await service.ctx.clock.advance(30);
    for (let run = 0; run < 3; run += 1) await tell();
    expect(push.arrived).toHaveLength(2);
  });
});
