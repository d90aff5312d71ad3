import { isRefusal } from "../../domain/refusal.ts";
import { priceSource, quote } from "../../orders/quotes/quote.ts";
import { serve } from "../serve.ts";

export const routes = [
  serve(
    "exchangeQuote",
    async ({ ctx, query, now }) => {
      const answer = await quote(await priceSource(ctx), query, now);
      return isRefusal(answer) ? answer : { data: answer };
    },
    { cacheSeconds: 5 },
  ),
];
