import { beforeEach, describe, expect, test } from "vitest";
import { emailedToken } from "../../support/orders/emailed-link.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { executedOrder, openDraft, track } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const local = { peer: { address: "127.0.0.1", isTrusted: false }, headers: { Host: "localhost:3001" } };
const elsewhere = { address: "203.0.113.7", isTrusted: false };
let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

describe("sandbox/events", () => {
  test("pays an order with its token, and the rest follows automatically", async () => {
    const held = await executedOrder(service);
    const response = await service.call("sandboxEvents", {
      token: held.token,
      body: { ref: held.ref, event: "pay_exact" },
    });
    expect(response.status).toBe(202);
    expect(response.reply()).toEqual({ data: { accepted: true } });
    expect(await track(service, held)).toMatchObject({ status: "completed", condition: "exact" });
  });

  test("reports invalid fields and impossible events", async () => {
    const held = await executedOrder(service);
    const sendEvent = (body: { event: "pay_exact" | "confirm"; amount?: string }) =>
      service.call("sandboxEvents", { token: held.token, body: { ref: held.ref, ...body } });
    expect((await sendEvent({ event: "pay_exact", amount: "1,5" })).problem()).toMatchObject({
      status: 422,
      errors: [{ pointer: "/amount", code: "amount_format" }],
    });
    expect((await sendEvent({ event: "confirm" })).problem()).toMatchObject({
      status: 409,
      code: "invalid_transition",
      current_status: "awaiting_payment",
    });
    const draft = await openDraft(service);
    const early = { token: draft.token, body: { ref: draft.ref, event: "pay_exact" } } as const;
    expect((await service.call("sandboxEvents", early)).problem()).toMatchObject({ code: "invalid_transition" });
  });

  test("returns 404 for another customer's order", async () => {
    const [mine, theirs] = [await executedOrder(service), await executedOrder(service)];
    const body = { ref: theirs.ref, event: "pay_exact" } as const;
    expect((await service.call("sandboxEvents", { token: mine.token, body })).problem().status).toBe(404);
    expect(await track(service, theirs)).toMatchObject({ status: "awaiting_payment" });
  });
});

describe("sandbox/clock", () => {
  test("advances the time for all and triggers what is due", async () => {
    const held = await executedOrder(service);
    const advanced = await service.call("sandboxClock", { body: { advance_seconds: 1801 } });
    expect(advanced.reply().data).toEqual({ now: "2026-11-21T12:30:01.000Z", offset_seconds: 1801 });
    expect(await track(service, held)).toMatchObject({ status: "expired" });
  });

  test("refuses to go back or by zero", async () => {
    for (const advance_seconds of [0, -60, 1.5]) {
      const response = await service.call("sandboxClock", { body: { advance_seconds } });
      expect(response.problem()).toMatchObject({ status: 422, errors: [{ pointer: "/advance_seconds" }] });
    }
  });

  test("returns 404 unless enabled", async () => {
    const { call } = await exchange({ settings: { SANDBOX_CLOCK: "0" } });
    expect((await call("sandboxClock", { body: { advance_seconds: 60 } })).problem().status).toBe(404);
  });
});

describe("sandbox/letters", () => {
  test("lists sent emails for this machine, newest first, filtered by address", async () => {
    const held = await executedOrder(service);
    await service.call("sandboxEvents", { token: held.token, body: { ref: held.ref, event: "pay_exact" } });
    const { data } = (await service.call("sandboxLetters", local)).reply();
    expect(data.map(({ kind }) => kind)).toContain("completed");
    const token = await emailedToken(service, held.ref);
    expect(data.every(({ to, text }) => to === customerEmail && text.includes(token))).toBe(true);
    const query = { to: "nobody@example.com" };
    expect((await service.call("sandboxLetters", { ...local, query })).reply().data).toEqual([]);
  });

  test("returns 404 for remote callers", async () => {
    await executedOrder(service);
    expect((await service.call("sandboxLetters", { peer: elsewhere })).problem().status).toBe(404);
    const forged = { peer: elsewhere, headers: { ...local.headers, "Client-Address": "127.0.0.1" } };
    expect((await service.call("sandboxLetters", forged)).problem().status).toBe(404);
  });

  test("returns 404 for a local proxy, by a foreign name, and on an exchange with a public name", async () => {
    for (const more of [{ "X-Forwarded-For": "unknown" }, { Host: "rebound.evil.example" }]) {
      const sent = { ...local, headers: { ...local.headers, ...more } };
      expect((await service.call("sandboxLetters", sent)).problem().status).toBe(404);
    }
    const settings = { PUBLIC_ORIGIN: "https://exchange.example" };
    const { call } = await exchange({ settings });
    expect((await call("sandboxLetters", local)).problem().status).toBe(404);
  });
});

test.each(["invoice", "pay"])("the pages below %s return 4xx for text that no database stores", async (pages) => {
  for (const id of ["%00", "a%00b", "%ED%A0%80", "A".repeat(3000)]) {
    const url = `http://exchange.test/api/v1/sandbox/${pages}/${id}`;
    for (const init of [{}, { method: "POST", body: new URLSearchParams({ choice: "a\0", version: "\0" }) }]) {
      expect((await service.fetch(new Request(url, init))).status, id).toBeGreaterThanOrEqual(400);
      expect((await service.fetch(new Request(url, init))).status, id).toBeLessThan(500);
    }
  }
});

test("with real rails all sandbox calls return 404", async () => {
  const held = await executedOrder(service);
  Object.assign(service.upstream.context.rails, { isTest: false, isSimulated: () => false });
  const event = { token: held.token, body: { ref: held.ref, event: "pay_exact" } } as const;
  expect((await service.call("sandboxEvents", event)).problem().status).toBe(404);
  expect((await service.call("sandboxClock", { body: { advance_seconds: 60 } })).problem().status).toBe(404);
  expect((await service.call("sandboxLetters", local)).problem().status).toBe(404);
});
