import { z } from "zod/v4";
import type { Feed, FeedMarket } from "../feed.ts";
import { midPrice, parsedJson, priceText } from "../price-text.ts";

/** `bidQty`, `askQty`: the amounts at these prices. */
const responseSchema = z.array(
  z.object({
    ...{ symbol: z.string(), bidPrice: priceText, askPrice: priceText },
    ...{ bidQty: z.string().optional(), askQty: z.string().optional() },
  }),
);

const markets: readonly FeedMarket[] = ["BTC", "ETH", "LTC", "TRX"].map((base) => {
  return { base, quote: "USDT", code: `${base}USDT` };
});

/** https://developers.binance.com/docs/binance-spot-api-docs: quotes in USDT, whose own price other feeds give. */
export const binance: Feed = {
  ...{ name: "binance", title: "Binance", origin: "https://data-api.binance.vision", format: "json", markets },
  ...{ everySeconds: 15, ageSeconds: null },
  requests: (asked) => [
    {
      path: `/api/v3/ticker/bookTicker?symbols=${encodeURIComponent(JSON.stringify(asked.map(({ code }) => code)))}`,
      read(text) {
        const tickers = parsedJson(text, responseSchema);
        return asked.flatMap((market) => {
          const ticker = tickers.find(({ symbol }) => symbol === market.code);
          if (!ticker) return [];
          const { bidPrice, bidQty, askPrice, askQty } = ticker;
          const observed = [bidPrice, bidQty, askPrice, askQty];
          return [{ market, price: midPrice(bidPrice, askPrice), at: null, observed }];
        });
      },
    },
  ],
};
