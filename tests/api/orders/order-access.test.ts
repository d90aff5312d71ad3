import { beforeEach, describe, expect, test } from "vitest";
import type { Endpoint } from "../../../contract/calls/endpoint.ts";
import { type EndpointName, endpoints } from "../../../contract/calls/endpoints.ts";
import { order } from "../../../upstream/db/schema/orders.ts";
import { orderToken } from "../../../upstream/http/request/order-token.ts";
import { emailedToken, openEmailedLink } from "../../support/orders/emailed-link.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { acceptedDraft, executedOrder, type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { type ApiResponse, answerOf, type Wire, wireRequest } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const evesBrowser = {
  subscription: { endpoint: "https://fcm.googleapis.com/fcm/send/eve", p256dh: "BA", auth: "AA" },
  key: "BA",
};

/** The expected reply of each order call; a missing call fails the first test. */
const cases: Partial<Record<EndpointName, (ref: string) => Wire>> = {
  exchangeStepTwo: (ref) => ({
    body: { ref, payout: { account: "eve@example.com", extra: { full_name: "Eve Black" } }, email: "eve@example.com" },
  }),
  exchangeStepThree: (ref) => ({ body: { ref, accept: { terms_version: "x", rules: [] } } }),
  exchangeExecute: (ref) => ({ key: "eve", body: { ref, pay_with: "crypto_address" } }),
  exchangeProcess: (ref) => ({ key: "eve", body: { ref, action: "request_refund" } }),
  exchangeCancel: (ref) => ({ body: { ref } }),
  exchangeExpire: (ref) => ({ body: { ref } }),
  exchangeTrack: (ref) => ({ query: { ref } }),
  exchangeWalletCode: (ref) => ({ body: { ref } }),
  exchangeWalletTerms: (ref) => ({ query: { ref } }),
  gatewayConfirm: (ref) => ({ body: { ref, result: "success" } }),
  orderPush: (ref) => ({ query: { ref, id: "i".repeat(43) } }),
  orderPushOn: (ref) => ({ body: { ref, ...evesBrowser } }),
  orderPushOff: (ref) => ({ query: { ref, id: "i".repeat(43) } }),
  ordersStatus: (ref) => ({ query: { ref: [ref] } }),
  ordersStream: (ref) => ({ query: { ref: [ref] } }),
  receipt: (ref) => ({ query: { ref } }),
  reviewsCreate: (ref) => ({ body: { ref, rating: 1, text: "Eve was here.", name: "Eve" } }),
  reviewsOwn: (ref) => ({ query: { ref } }),
  sandboxEvents: (ref) => ({ body: { ref, event: "pay_exact" } }),
};

const actsOnDraft = new Set<EndpointName>([
  "exchangeStepTwo",
  "exchangeStepThree",
  "exchangeExecute",
  "exchangeWalletCode",
  "exchangeWalletTerms",
]);
const names = Object.keys(cases).filter((name): name is EndpointName => name in endpoints);

test("every call on an order has a case here", () => {
  const acting = Object.entries<Endpoint>(endpoints).filter(([, { access }]) => access === "order");
  expect(names.sort()).toEqual(acting.map(([name]) => name).sort());
});

describe.each(names)("%s", (name) => {
  let service: Exchange;
  let theirs: OpenedOrder;
  let mine: OpenedOrder;

  beforeEach(async () => {
    service = await exchange();
    theirs = await (actsOnDraft.has(name) ? acceptedDraft(service) : executedOrder(service));
    mine = await executedOrder(service);
  });

  const ask = async (ref: string, token: string[]): Promise<ApiResponse<EndpointName>> => {
    const request = wireRequest(name, { ...cases[name]?.(ref), token });
    const endpoint: Endpoint = endpoints[name];
    // A disconnected client: otherwise an opened stream would continue.
    return answerOf(
      name,
      await service.fetch(endpoint.events ? new Request(request, { signal: AbortSignal.abort() }) : request),
    );
  };

  test("answers a stranger as for an unknown order, and changes nothing", async () => {
    const rows = () => service.upstream.context.db.orm.select().from(order);
    const before = await rows();
    const wrong = `${theirs.token.slice(0, -1)}${theirs.token.endsWith("a") ? "b" : "a"}`;
    const answers = [
      await ask(theirs.ref, []),
      await ask(theirs.ref, [mine.token]),
      await ask(theirs.ref, [wrong, "", "x".repeat(10_000)]),
      await ask("0000000000", [theirs.token]),
      await ask("no number", [theirs.token]),
      await ask("'; drop table exchange_order; --", [theirs.token]),
    ];
    const outcomes = answers.map(({ status, text }) => `${status} ${text.replace(/"request_id":"\w+"/, "")}`);
    expect(new Set(outcomes).size).toBe(1);
    expect(answers[0]?.problem()).toMatchObject({ status: 404, code: "not_found" });
    for (const { text } of answers) {
      for (const secret of [theirs.ref, theirs.token, customerEmail]) expect(text).not.toContain(secret);
    }
    expect(await rows()).toEqual(before);
  });

  test("accepts the order token for any spelling of the number, until the link is renewed", async () => {
    const typed = `${theirs.ref.slice(0, 4)}-${theirs.ref.slice(4, 8).toLowerCase()} ${theirs.ref.slice(8)}`;
    expect((await ask(typed, [mine.token, theirs.token])).status).not.toBe(404);
    await service.upstream.context.db.query("update exchange_order set token_generation = 2");
    expect((await ask(theirs.ref, [theirs.token])).status).toBe(404);
    const renewed = orderToken(service.upstream.context.env.ORDER_LINK_SECRETS, theirs.ref, 2);
    expect((await ask(theirs.ref, [renewed])).status).not.toBe(404);
  });
});

test("an older secret still accepts its tokens, and new links use the newest", async () => {
  const old = await exchange({ settings: { ORDER_LINK_SECRETS: "a".repeat(32) } });
  const held = await executedOrder(old);
  const earlier = await emailedToken(old, held.ref);
  Object.assign(old.upstream.context.env, { ORDER_LINK_SECRETS: ["b".repeat(32), "a".repeat(32)] });
  expect((await track(old, held)).ref).toBe(held.ref);
  expect((await track(old, { ...held, token: earlier })).ref).toBe(held.ref);
  await old.pass(1);
  await old.call("exchangeTrackMail", { body: { ref: held.ref, email: customerEmail } });
  expect(await openEmailedLink(old, held.ref)).not.toBe(earlier);
  expect(orderToken(old.upstream.context.env.ORDER_LINK_SECRETS, held.ref, 1)).not.toBe(held.token);
});
