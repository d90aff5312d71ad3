import { expect, test } from "vitest";
import type { MarketSnapshot } from "../ports/market.ts";
import { replyCache } from "./reply-cache.ts";

const quote = {
  path: "/api/v1/exchange",
  search: "?from=usdt-trc20&to=paypal-usd&amount=500",
  clientId: "shop",
  address: "198.51.100.1",
};
const pairs = { ...quote, path: "/api/v1/exchange/pairs", search: "" };
const response = { bytes: new Uint8Array([1]), etag: undefined, rawHeaders: [], rawUnchanged: [] };
const snapshot = (): MarketSnapshot => ({ assets: [], pairs: new Map(), maintenance: null });

type Given = { clients?: string[]; refuses?: (address: string | null) => boolean };

function cache({ clients = [], refuses = () => false }: Given = {}) {
  const state: { market: MarketSnapshot | undefined; now: Date } = { market: snapshot(), now: new Date(0) };
  const counted: unknown[] = [];
  const limits = {
    take: async (name: string, address: string | null) => {
      counted.push([name, address]);
      const headers = { "RateLimit-Policy": '"quotes";q=9;w=60', RateLimit: `"quotes";r=${9 - counted.length};t=60` };
      return refuses(address) ? { refusal: { refused: "too_many_requests" } as never, headers } : { headers };
    },
  };
  const clock = { now: () => state.now };
  const market = { peek: () => state.market };
  const env = { API_CLIENT_IDS: clients };
  return { state, counted, replies: replyCache({ clock, market, env } as never, limits) };
}

test("quotes without a promo code and pairs are the same for every caller", () => {
  const { replies } = cache();
  const covers = (search: string) => replies.covers({ ...quote, search });
  expect([replies.covers(quote), replies.covers(pairs)]).toEqual([true, true]);
  for (const search of [
    "",
    "?",
    "?promo=A",
    `${quote.search}&promo=A`,
    "?pro%6do=A",
    "?amount=",
    "?ref=1",
    "?from=a&",
  ]) {
    expect(covers(search), search).toBe(false);
  }
  expect(covers(`?amount=${"1".repeat(41)}`)).toBe(false);
  expect(replies.covers({ ...pairs, search: "?a=1" })).toBe(false);
  expect(replies.covers({ ...quote, path: "/api/v1/orders/track" })).toBe(false);
});

test("a caller without a known client id gets no cached answer", () => {
  const { replies } = cache({ clients: ["website", "shop"] });
  expect(replies.covers(quote)).toBe(true);
  expect(replies.covers({ ...quote, clientId: "other" })).toBe(false);
  expect(cache().replies.covers({ ...quote, clientId: "" })).toBe(false);
});

test("an answer is reused for the same call until the market snapshot changes", async () => {
  const { replies, state } = cache();
  expect(await replies.take(quote)).toBeUndefined();
  replies.making(quote)(response);
  expect((await replies.take(quote))?.response).toBe(response);
  expect(await replies.take({ ...quote, search: "?from=btc&to=paypal-usd&amount=500" })).toBeUndefined();
  expect(await replies.take(pairs)).toBeUndefined();
  const before = state.market;
  state.market = undefined;
  expect(await replies.take(quote)).toBeUndefined();
  state.market = snapshot();
  expect(await replies.take(quote)).toBeUndefined();
  replies.making(pairs)(response);
  state.market = before;
  expect(await replies.take(quote)).toBeUndefined();
});

test("an answer computed while the market changed is not stored", async () => {
  const { replies, state } = cache();
  const store = replies.making(quote);
  state.market = snapshot();
  store(response);
  expect(await replies.take(quote)).toBeUndefined();
  state.market = undefined;
  replies.making(quote)(response);
  expect(await replies.take(quote)).toBeUndefined();
});

test("a cached answer expires when the service's clock moves by more than a second, in either direction", async () => {
  const { replies, state } = cache();
  replies.making(quote)(response);
  state.now = new Date(1000);
  expect(await replies.take(quote)).toBeDefined();
  for (const ms of [1001, -1001]) {
    state.now = new Date(ms);
    expect(await replies.take(quote), String(ms)).toBeUndefined();
  }
});

test("a cached answer counts against the limit of its address, and beyond it is not sent", async () => {
  const { replies, counted } = cache({ refuses: (address) => address === quote.address });
  replies.making(quote)(response);
  expect(await replies.take(quote)).toBeUndefined();
  const other = await replies.take({ ...quote, address: "198.51.100.2" });
  expect(other?.rateLimit).toBe('"quotes";r=7;t=60');
  expect(counted).toEqual([
    ["exchangeQuote", "198.51.100.1"],
    ["exchangeQuote", "198.51.100.2"],
  ]);
});

test("a thousand replies are cached at most", async () => {
  const { replies } = cache();
  const quoteOf = (at: number) => ({ ...quote, search: `?amount=${at}` });
  for (let at = 0; at <= 1000; at += 1) replies.making(quoteOf(at))(response);
  const cachedReplies = await Promise.all(Array.from({ length: 1001 }, (_, at) => replies.take(quoteOf(at))));
  expect(cachedReplies.filter((reply) => reply !== undefined)).toHaveLength(1);
});
