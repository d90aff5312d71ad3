import { z } from "zod/v4";
import type { Feed, FeedMarket } from "../feed.ts";
import { midPrice, parsedJson, priceText } from "../price-text.ts";

/** `timestamp`: seconds since 1970, when the ticker was made. */
const responseSchema = z.object({ bid: priceText, ask: priceText, timestamp: z.string().regex(/^\d{9,11}$/) });

const markets: readonly FeedMarket[] = ["BTC", "ETH", "USDT", "LTC", "EUR"].map((base) => {
  return { base, quote: "USD", code: `${base.toLowerCase()}usd` };
});

/** https://www.bitstamp.net/api/: one request for each market. */
export const bitstamp: Feed = {
  ...{ name: "bitstamp", title: "Bitstamp", origin: "https://www.bitstamp.net", format: "json", markets },
  ...{ everySeconds: 15, ageSeconds: null },
  requests: (asked) =>
    asked.map((market) => ({
      path: `/api/v2/ticker/${market.code}/`,
      read(text) {
        const { bid, ask, timestamp } = parsedJson(text, responseSchema);
        return [{ market, price: midPrice(bid, ask), at: new Date(Number(timestamp) * 1000) }];
      },
    })),
};
