import { z } from "zod/v4";
import { type Feed, type FeedMarket, UnreadableFeed } from "../feed.ts";
import { midPrice, parsedJson, priceText } from "../price-text.ts";

/** `a`: best ask, `b`: best bid, each with its price first, then its amount. Markets are named as in Kraken's list of pairs. */
const best = z.tuple([priceText]).rest(z.unknown());
const responseSchema = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.object({ a: best, b: best })),
});

const markets: readonly FeedMarket[] = [
  { base: "BTC", quote: "USD", code: "XXBTZUSD" },
  { base: "ETH", quote: "USD", code: "XETHZUSD" },
  { base: "USDT", quote: "USD", code: "USDTZUSD" },
  { base: "LTC", quote: "USD", code: "XLTCZUSD" },
  { base: "TRX", quote: "USD", code: "TRXUSD" },
  { base: "EUR", quote: "USD", code: "ZEURZUSD" },
];

/** https://docs.kraken.com/api/docs/rest-api/get-ticker-information: all markets in one request. */
export const kraken: Feed = {
  ...{ name: "kraken", title: "Kraken", origin: "https://api.kraken.com", format: "json", markets },
  ...{ everySeconds: 15, ageSeconds: null },
  requests: (asked) => [
    {
      path: `/0/public/Ticker?pair=${asked.map(({ code }) => code).join(",")}`,
      read(text) {
        const { error, result } = parsedJson(text, responseSchema);
        if (error.length > 0) throw new UnreadableFeed("Kraken answers with an error");
        return asked.flatMap((market) => {
          const ticker = Object.hasOwn(result, market.code) ? result[market.code] : undefined;
          if (!ticker) return [];
          const { a, b } = ticker;
          return [{ market, price: midPrice(b[0], a[0]), at: null, observed: [b, a] }];
        });
      },
    },
  ],
};
