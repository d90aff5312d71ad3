import { beforeEach, describe, expect, test } from "vitest";
import type { Endpoint } from "../../../contract/calls/endpoint.ts";
import { type EndpointName, endpoints } from "../../../contract/calls/endpoints.ts";
import { idempotencyKey } from "../../../upstream/db/schema/service.ts";
import { withRewards } from "../../support/affiliates/partners.ts";
import { tronAddress } from "../../support/orders/example-customer.ts";
import { acceptedDraft, executedOrder } from "../../support/orders/order-steps.ts";
import type { Wire } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { onePixel } from "../../support/service/member-calls.ts";
import { by, signedIn, signedUp } from "../../support/service/members.ts";
import { fundedMember } from "../../support/withdrawals/withdrawals.ts";

/** One person's call, another body for it where the contract knows one, and what somebody else proves in the same call. */
type Case = { request: Wire & { body: object }; otherBody: object | null; theirs: Pick<Wire, "token" | "headers"> };

const question = { email: "anna@example.com", topic: "payment", message: "Where is my payout?", attachments: [] };

const cases: Partial<Record<EndpointName, (service: Exchange) => Promise<Case>>> = {
  async exchangeExecute(service) {
    const [{ ref, token }, other] = [await acceptedDraft(service), await acceptedDraft(service)];
    const body = { ref, pay_with: "crypto_address" };
    return { request: { token, body }, otherBody: { ...body, pay_with: "balance" }, theirs: { token: other.token } };
  },
  async exchangeProcess(service) {
    const [{ ref, token }, other] = [await executedOrder(service), await executedOrder(service)];
    await service.call("sandboxEvents", { token, body: { ref, event: "pay_partial" } });
    const body = { ref, action: "request_refund" };
    return { request: { token, body }, otherBody: { ...body, info: "Please" }, theirs: { token: other.token } };
  },
  async affiliatePayout(service) {
    const [anna, eve] = [await withRewards(service, "anna@example.com"), await withRewards(service, "eve@example.com")];
    // Her rewards were ready two days before the other's.
    anna.member.token = await signedIn(service, anna.member.email);
    return { request: { body: {}, ...by(anna.member.token) }, otherBody: null, theirs: by(eve.member.token) };
  },
  withdrawalsCreate: (service) => withdrawals(service),
  balanceWithdraw: (service) => withdrawals(service),
  async supportMessage(service) {
    const eve = await signedUp(service, "eve@example.com");
    return { request: { body: question }, otherBody: { ...question, message: "And now?" }, theirs: by(eve.token) };
  },
  async supportAttachment(service) {
    const eve = await signedUp(service, "eve@example.com");
    const body = { name: "receipt.png", image: onePixel };
    return { request: { body }, otherBody: { ...body, name: "other.png" }, theirs: by(eve.token) };
  },
  async supportAnswer(service) {
    const asked = (await service.ask("supportMessage", { body: question, key: "question" })).reply().data;
    const body = { ticket: asked.ticket, message: "It has arrived.", attachments: [] };
    return {
      request: { token: asked.token, body },
      otherBody: { ...body, message: "No." },
      theirs: { token: "x".repeat(26) },
    };
  },
};

async function withdrawals(service: Exchange): Promise<Case> {
  const [anna, eve] = [await fundedMember(service, "anna@example.com"), await fundedMember(service, "eve@example.com")];
  const body = { source: "wallet", asset: "usdt-trc20", amount: "50", account: tronAddress };
  return { request: { body, ...by(anna.token) }, otherBody: { ...body, amount: "60" }, theirs: by(eve.token) };
}

const names = Object.keys(cases).filter((name): name is EndpointName => name in endpoints);

test("every call that takes a key has a case here", () => {
  const keyed = Object.entries<Endpoint>(endpoints).filter(([, { idempotency }]) => idempotency === "required");
  expect(names.sort()).toEqual(keyed.map(([name]) => name).sort());
});

describe.each(names)("%s", (name) => {
  let service: Exchange;
  let current: Case;
  beforeEach(async () => {
    service = await exchange();
    const testCase = await cases[name]?.(service);
    if (!testCase) throw new Error(`No case for ${name}`);
    current = testCase;
    await service.ctx.db.orm.delete(idempotencyKey);
  });
  const ask = (key: string | undefined, sent: Partial<Wire> = {}) =>
    service.ask(name, { ...current.request, ...sent, ...(key !== undefined && { key }) });
  const isReplay = ({ headers }: { headers: Headers }) => headers.get("Idempotency-Replayed") === "true";
  const stored = () => service.ctx.db.orm.select().from(idempotencyKey);

  test("does nothing without a key, and with one that is too long", async () => {
    expect((await ask(undefined)).problem()).toMatchObject({ status: 400, code: "idempotency_key_required" });
    expect((await ask("k".repeat(256))).problem()).toMatchObject({ status: 400, code: "bad_request" });
    expect(await stored()).toEqual([]);
  });

  test.each([
    ["255 letters", "k".repeat(255)],
    ["control characters", "one\x01\ttwo\x1f\x7f"],
    ["letters beyond ASCII", "\u00e9\u00ff"],
    ["quotation marks and a backslash", "\"'\\u0000"],
  ])("takes a key of %s once, answers it again, and refuses it with another body", async (_, key) => {
    const first = await ask(key);
    expect([first.status, isReplay(first)], first.text).toEqual([(endpoints[name] as Endpoint).replyStatus, false]);
    const again = await ask(key);
    expect([again.text, isReplay(again)]).toEqual([first.text, true]);
    if (current.otherBody === null) return;
    const other = await ask(key, { body: current.otherBody });
    expect(other.problem()).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  });

  test("does not give the answer to somebody else with the same key and body", async () => {
    const first = await ask("the same");
    const { key: _, token: _token, headers: _headers, ...call } = current.request;
    const theirs = await service.ask(name, { ...call, ...current.theirs, key: "the same" });
    expect(isReplay(theirs)).toBe(false);
    expect(theirs.text).not.toBe(first.text);
    expect(theirs.status).toBeLessThan(500);
    expect(isReplay(await ask("the same"))).toBe(true);
  });
});
