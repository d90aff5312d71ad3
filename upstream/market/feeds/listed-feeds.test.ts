import { describe, expect, test } from "vitest";
import type { FeedName } from "../rules/prices/feed-names.ts";
import { type Feed, UnreadableFeed } from "./feed.ts";
import { listedFeeds } from "./listed-feeds.ts";
import { midPrice } from "./price-text.ts";

const market = (feed: Feed, base: string) => feed.markets.filter((listedMarket) => listedMarket.base === base);
const read = (name: FeedName, base: string, text: string) => {
  const feed = listedFeeds[name];
  const [request] = feed.requests(market(feed, base));
  return request
    ?.read(text)
    .map(({ market: { base: of, quote }, price, at }) => [of, quote, price, at?.toISOString() ?? null]);
};

/** As each feed documents its answers. */
const documented: readonly [name: FeedName, base: string, path: string, answer: string, price: unknown[]][] = [
  [
    ...(["kraken", "BTC", "/0/public/Ticker?pair=XXBTZUSD"] as const),
    '{"error":[],"result":{"XXBTZUSD":{"a":["30300.10000","1","1.000"],"b":["30300.00000","1","1.000"],"c":["30303.2","0.1"]}}}',
    ["BTC", "USD", "30300.050000", null],
  ],
  [
    ...(["coinbase", "BTC", "/products/BTC-USD/ticker"] as const),
    '{"trade_id":86326522,"price":"6268.48","size":"0.00698254","time":"2020-03-20T00:22:57.833897Z","bid":"6265.15","ask":"6267.71","volume":"53602.03"}',
    ["BTC", "USD", "6266.430", null],
  ],
  [
    ...(["bitstamp", "USDT", "/api/v2/ticker/usdtusd/"] as const),
    '{"timestamp":"1643640186","open":"0.99","last":"1.0001","bid":"0.99910","ask":"0.9993","side":"0"}',
    ["USDT", "USD", "0.999200", "2022-01-31T14:43:06.000Z"],
  ],
  [
    ...(["binance", "ETH", "/api/v3/ticker/bookTicker?symbols=%5B%22ETHUSDT%22%5D"] as const),
    '[{"symbol":"ETHUSDT","bidPrice":"3012.10000000","bidQty":"1","askPrice":"3012.20000000","askQty":"2"}]',
    ["ETH", "USDT", "3012.150000000", null],
  ],
  [
    ...(["ecb", "EUR", "/stats/eurofxref/eurofxref-daily.xml"] as const),
    `<?xml version="1.0"?><gesmes:Envelope><Cube><Cube time='2026-11-20'><Cube currency='USD' rate='1.0850'/></Cube></Cube></gesmes:Envelope>`,
    ["EUR", "USD", "1.0850", "2026-11-20T00:00:00.000Z"],
  ],
];

describe.each(documented)("%s", (name, base, path, body, price) => {
  test("is asked and read as it documents", () => {
    const feed = listedFeeds[name];
    expect(feed.requests(market(feed, base)).map((request) => request.path)).toEqual([path]);
    expect(read(name, base, body)).toEqual([price]);
  });

  test.each(["", "{}", "[]", "null", "<html></html>", body.slice(0, -20)])("refuses %j", (text) => {
    let prices: unknown;
    try {
      prices = read(name, base, text);
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableFeed);
      return;
    }
    expect(prices).toEqual([]);
  });

  test.each([
    "0",
    "1e3",
    "-1",
    "12345678901234567890",
    "1234567890123",
    "1.0000000000000000001",
    "1,5",
    " 1",
    "0x10",
    "",
    "Infinity",
  ])("refuses the price %j", (text) => {
    const decimal = /(["'])\d+\.\d+\1/g;
    expect(() => read(name, base, body.replaceAll(decimal, `$1${text}$1`))).toThrow(UnreadableFeed);
  });
});

test("a price that is a JSON number is refused, since it has been a floating-point number", () => {
  expect(() => read("coinbase", "BTC", '{"bid":6265.15,"ask":6267.71}')).toThrow(UnreadableFeed);
});

test("the middle of bid and ask is exact, and they do not cross", () => {
  expect(midPrice("0.1", "0.3000000000000001")).toBe("0.20000000000000005");
  expect(() => midPrice("2", "1")).toThrow(UnreadableFeed);
});
