import { z } from "zod/v4";
import type { Feed, FeedMarket } from "../feed.ts";
import { midPrice, parsedJson, priceText } from "../price-text.ts";

/** `time`: of the last trade. */
const responseSchema = z.object({ bid: priceText, ask: priceText, time: z.string().optional() });

const markets: readonly FeedMarket[] = ["BTC", "ETH", "USDT", "LTC"].map((base) => {
  return { base, quote: "USD", code: `${base}-USD` };
});

/**
 * https://docs.cdp.coinbase.com/exchange/reference: one request for each product. The time of an answer is that of the last
 * trade: an old one says nothing about the age of bid and ask, and a new one that the answer is not older. So it is one of what is
 * observed: a trade in any of the markets shows that the feed does not stand still.
 */
export const coinbase: Feed = {
  ...{ name: "coinbase", title: "Coinbase", origin: "https://api.exchange.coinbase.com", format: "json", markets },
  ...{ everySeconds: 15, ageSeconds: null },
  requests: (asked) =>
    asked.map((market) => ({
      path: `/products/${market.code}/ticker`,
      read(text) {
        const { bid, ask, time } = parsedJson(text, responseSchema);
        return [{ market, price: midPrice(bid, ask), at: null, observed: [bid, ask, time] }];
      },
    })),
};
