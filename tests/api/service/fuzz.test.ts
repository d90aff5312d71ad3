import fc from "fast-check";
import { expect, test } from "vitest";
import type { Endpoint } from "../../../contract/calls/endpoint.ts";
import { type EndpointName, endpoints } from "../../../contract/calls/endpoints.ts";
import { callDocs } from "../../../contract/docs/docs.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import { problem } from "../../../contract/values/problem.ts";
import { seed } from "../../../upstream/orders/rules/testing/seed.ts";
import { divertRequests } from "../../support/diverted-requests.mjs";
import { tronAddress } from "../../support/orders/example-customer.ts";
import { executedOrder, type OpenedOrder, openDraft } from "../../support/orders/order-steps.ts";
import { type Wire, wireRequest } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { authCalls, memberCalls, onePixel } from "../../support/service/member-calls.ts";
import { by, signedUp } from "../../support/service/members.ts";
import { walletDraft } from "../../support/wallets/wallet-payment.ts";
import { fundedMember } from "../../support/withdrawals/withdrawals.ts";

const chosen = seed("fuzz of the calls");
const runs = Number(process.env.FUZZ_RUNS ?? 4);

/** A valid request per call, which the fuzz modifies. */
const withoutOrder: Partial<Record<EndpointName, () => Wire>> = {
  exchangePairs: () => ({}),
  exchangeDirections: () => ({ query: { from: "usdt-trc20" } }),
  exchangeRatesExport: () => ({}),
  exchangeRateHistory: () => ({ query: { pair: "usdt-trc20_paypal-usd", period: "month" } }),
  exchangePayoutTimes: () => ({}),
  exchangeStatus: () => ({ query: { days: "30" } }),
  exchangeKeys: () => ({}),
  exchangeVerify: () => ({ body: { text: "kursa-pay.example TAmHirT7ePgwdt5DeeWzX3WYMSdQizrZms @kursa" } }),
  exchangeQuote: () => ({ query: { from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from", promo: "X" } }),
  exchangeRules: () => ({}),
  exchangeTerms: () => ({ query: { version: termsVersion, at: "2026-11-24T10:00:00Z" } }),
  exchangeStepOne: () => ({
    body: { from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from", promo: null, partner: "P" },
  }),
  botCheck: () => ({ query: { action: "order" } }),
  botCheckEmailCode: () => ({ body: { action: "order", email: "a@b.co", locale: "ru" } }),
  reserveRequest: () => ({ body: { pair: "usdt-trc20_paypal-usd", amount: "90000", email: "a@b.co" } }),
  reserveRequestStop: () => ({ body: { key: "k" } }),
  subscribe: () => ({
    body: { email: "a@b.co", locale: "ru", captcha_token: "c", email_challenge_id: "ch_1", email_code: "1" },
  }),
  subscribeConfirm: () => ({ body: { token: "ns_1-t" } }),
  unsubscribe: () => ({ body: { key: "k" } }),
  memberFreezeShow: () => ({ body: { key: "fz_1-k" } }),
  memberFreezeCode: () => ({ body: { key: "fz_1-k" } }),
  withdrawalsReport: () => ({ body: { key: "wd_1-k" } }),
  reviewsList: () => ({ query: { page: "1", stars: "5", show: "negative", language: "ru" } }),
  reviewsHighlights: () => ({}),
  reviewsConfirm: () => ({ body: { token: "rv_1-1-t" } }),
  reviewsDecline: () => ({ body: { key: "k" } }),
  promoValidate: () => ({ body: { code: "C", from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from" } }),
  gatewayWebhook: () => ({ body: { type: "session.cancelled", data: { session_id: "ses_1" } } }),
  sandboxClock: () => ({ body: { advance_seconds: 1 } }),
  sandboxLetters: () => ({ query: { to: "a@b.co" }, peer: { address: "::1", isTrusted: false } }),
  pageViewsRecord: () => ({
    body: { rows: [{ page: "/", language: "en", referrer: "a.example", is_bot: false, views: 1 }] },
    peer: { address: null, isTrusted: true },
  }),
  affiliateTerms: () => ({}),
  affiliateClick: () => ({ body: { code: "ANNA7" }, peer: { address: null, isTrusted: true } }),
  consentRecord: () => ({
    body: { answer: "no", text: "t", by: "banner", language: "en" },
    peer: { address: null, isTrusted: true },
  }),
  supportHours: () => ({}),
  supportAttachment: () => ({ key: "k", body: { name: "a.png", image: onePixel } }),
  supportMail: () => ({ headers: { Authorization: "Bearer unknown" } }),
  ...authCalls,
};

type OfOrder = Partial<Record<EndpointName, (order: OpenedOrder) => Wire>>;

const ofDraft: OfOrder = {
  exchangeStepTwo: ({ ref, token }) => ({
    token,
    body: {
      ref,
      payin: { account: "a@b.co" },
      payout: { account: "a@b.co", memo: null, extra: { full_name: "Anna Ivanova" } },
      refund: { account: tronAddress, memo: null },
      email: "a@b.co",
    },
  }),
  exchangeStepThree: ({ ref, token }) => ({
    token,
    body: {
      ref,
      accept: { terms_version: termsVersion, rules: ["a"] },
      quote_id: "q",
      requote: true,
      captcha_token: "c",
      email_challenge_id: "ch_1",
      email_code: "1",
    },
  }),
  exchangeWalletTerms: ({ ref, token }) => ({ token, query: { ref } }),
  exchangeWalletCode: ({ ref, token }) => ({ token, body: { ref } }),
  exchangeExecute: ({ ref, token }) => ({ token, key: "k", body: { ref, pay_with: "crypto_address" } }),
};

const ofExecuted: OfOrder = {
  exchangeProcess: ({ ref, token }) => ({
    token,
    key: "k",
    body: { ref, action: "request_refund", refund: { account: tronAddress }, payout: { account: "a@b.co" }, info: "i" },
  }),
  exchangeCancel: ({ ref, token }) => ({ token, body: { ref, reason: "r" } }),
  exchangeExpire: ({ ref, token }) => ({ token, body: { ref } }),
  exchangeTrack: ({ ref, token }) => ({ token, query: { ref } }),
  receipt: ({ ref, token }) => ({ token, query: { ref } }),
  reviewsOwn: ({ ref, token }) => ({ token, query: { ref } }),
  reviewsCreate: ({ ref, token }) => ({ token, body: { ref, rating: 5, text: "t", name: "n" } }),
  exchangeTrackMail: ({ ref }) => ({ body: { ref, email: "a@b.co" } }),
  orderPush: ({ ref, token }) => ({ token, query: { ref, id: "i".repeat(43) } }),
  orderPushOn: ({ ref, token, order }) => ({
    token,
    body: { ref, subscription: callDocs.orderPushOn.body.subscription, key: order.push_key },
  }),
  orderPushOff: ({ ref, token }) => ({ token, query: { ref, id: "i".repeat(43) } }),
  ordersStatus: ({ ref, token }) => ({ token, query: { ref: [ref] } }),
  ordersStream: ({ ref, token }) => ({ token, query: { ref: [ref] } }),
  gatewayConfirm: ({ ref, token }) => ({
    token,
    body: { ref, session_id: "ses_1", result: "success", signature: "v1,a" },
  }),
  sandboxEvents: ({ ref, token }) => ({ token, body: { ref, event: "pay_partial", amount: "1" } }),
  supportMessage: ({ ref, token }) => ({
    token,
    key: "k",
    body: {
      name: "Anna",
      email: "a@b.co",
      topic: "order",
      order_ref: ref,
      message: "m",
      captcha_token: "c",
      attachments: ["tf_1"],
    },
  }),
  supportTicket: ({ token }) => ({ token, query: { ticket: "SUP-10001" } }),
  supportAnswer: ({ token }) => ({ token, key: "k", body: { ticket: "SUP-10001", message: "m", attachments: [] } }),
  supportAuthor: ({ token }) => ({ token, body: { ticket: "SUP-10001", is_author: true } }),
  supportSolve: ({ token }) => ({ token, body: { ticket: "SUP-10001" } }),
  supportFile: ({ token }) => ({ token, query: { ticket: "SUP-10001", id: "tf_1" } }),
};

const calls = { ...withoutOrder, ...ofDraft, ...ofExecuted, ...memberCalls };
const names = Object.keys(calls).filter((name): name is EndpointName => name in endpoints);

test("every call is fuzzed", () => {
  expect(names.sort()).toEqual(Object.keys(endpoints).sort());
});

/** Values that have broken parsers, number readers, databases and prototypes. */
const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    0.1,
    "",
    " ",
    "0",
    "-1",
    "1e309",
    "NaN",
    "Infinity",
    "0x10",
    "1,5",
    "9".repeat(78),
    `0.${"1".repeat(40)}`,
    "١٢٣",
    "\u202e",
    "\ud800",
    "\u0000",
    "'; drop table exchange_order; --",
    "__proto__",
    "constructor",
    "toString",
    "<script>alert(1)</script>",
    "{letters}",
    "%00",
    "../../etc/passwd",
    "x".repeat(501),
    "я".repeat(5000),
    [],
    {},
    [[[[[]]]]],
    { toString: 1, valueOf: null },
    JSON.parse('{"__proto__":{"isAdmin":true}}'),
    { constructor: { prototype: { isAdmin: true } } },
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: "binary", maxLength: 60 }),
);

/** So that its calls are answered at all; its keys are not available. */
const google = { GOOGLE_CLIENT_ID: "fuzz.apps.test" };
divertRequests({ "https://www.googleapis.com": "http://127.0.0.1:9" });
const nothing = { session: "se_1", address: "adr_1", withdrawal: "wd_1", link: "blog" };
const isMembers = (name: EndpointName) => name in memberCalls;
const isPayers = (name: EndpointName) => name === "exchangeWalletTerms" || name === "exchangeWalletCode";

async function validRequest(service: Exchange, name: EndpointName): Promise<Wire> {
  if (isMembers(name))
    return { ...memberCalls[name]?.(nothing), ...by((await signedUp(service, "anna@example.com")).token) };
  if (isPayers(name)) {
    const anna = await fundedMember(service);
    return { ...ofDraft[name]?.(await walletDraft(service, "100", anna)), ...by(anna.token) };
  }
  const [draftRequest, executedRequest] = [ofDraft[name], ofExecuted[name]];
  if (draftRequest) return draftRequest(await openDraft(service));
  if (executedRequest) return executedRequest(await executedOrder(service));
  return withoutOrder[name]?.() ?? {};
}

test.each(names)("%s answers any input within the contract", async (name) => {
  const service = await exchange({ settings: google });
  const valid = await validRequest(service, name);
  const check = async (request: Request) => {
    const response = await service.fetch(request, valid.peer);
    const text = await response.text();
    expect(response.status < 500 || response.status === 503, text).toBe(true);
    const isProblem = response.headers.get("Content-Type") === "application/problem+json";
    expect(isProblem ? problem.safeParse(JSON.parse(text)).success : response.status < 400, text).toBe(true);
  };

  const anyValueAnywhere = fc.asyncProperty(fc.nat(), hostileValue, fc.string({ maxLength: 12 }), (at, value, key) =>
    check(wireRequest(name, { ...corrupted(valid, at, value), ...(valid.key ? { key: `${key}${at}` } : {}) })),
  );
  await fc.assert(anyValueAnywhere, { seed: chosen, numRuns: runs });

  const endpoint: Endpoint = endpoints[name];
  if (endpoint.method === "GET") return;
  const anyBytes = fc.asyncProperty(bytes, header, header, (body, key, language) => {
    const headers = { ...headersOf(valid), "Idempotency-Key": key, "Accept-Language": language };
    return check(new Request(wireRequest(name), { method: endpoint.method, body: new Uint8Array(body), headers }));
  });
  await fc.assert(anyBytes, { seed: chosen, numRuns: runs });
});

const header = fc.string({ unit: "grapheme-ascii", maxLength: 40 });
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.json().map((text) => new TextEncoder().encode(text)),
);

function headersOf({ token, headers }: Wire): Record<string, string> {
  const always = { "client-id": "test", "Content-Type": "application/json" };
  return { ...always, "Order-Token": [token ?? []].flat().join(), ...headers };
}

/** The request with one leaf or branch of its query or body replaced. */
function corrupted(wire: Wire, at: number, value: unknown): Wire {
  const corrupt = (part: unknown): unknown => {
    const paths = pathsOf(part);
    return replaced(part, paths[at % paths.length] ?? [], value);
  };
  if (wire.body !== undefined) return { ...wire, body: corrupt(wire.body) };
  const query = corrupt(wire.query ?? { extra: 1 });
  const whole = typeof query === "object" && query !== null ? query : { extra: query };
  return { ...wire, query: Object.fromEntries(Object.entries(whole).map(([key, part]) => [key, asTyped(part)])) };
}

/** Everything in a query is text. */
function asTyped(value: unknown): string | string[] {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(item) ?? "");
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function pathsOf(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, part]) => pathsOf(part).map((path) => [key, ...path]))];
}

function replaced(whole: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const parts = Object.entries(whole ?? {}).map(([name, part]) => [
    name,
    name === key ? replaced(part, rest, value) : part,
  ]);
  return Array.isArray(whole) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}
