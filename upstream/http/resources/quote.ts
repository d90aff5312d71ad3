import { isRefusal } from "../../domain/refusal.ts";
import { loyaltyOf } from "../../orders/loyalty/standing.ts";
import { priceSource, quote } from "../../orders/quotes/quote.ts";
import { credentialsOf } from "../request/order-access.ts";
import { serve } from "../serve.ts";

export const routes = [
  serve(
    "exchangeQuote",
    async ({ ctx, query, caller, now }) => {
      const { memberId } = await credentialsOf(ctx, caller, now);
      const loyalty = await loyaltyOf(ctx, ctx.db.orm, memberId, now);
      const answer = await quote(await priceSource(ctx), { ...query, loyalty, memberId }, now);
      return isRefusal(answer) ? answer : { data: answer };
    },
    { cacheSeconds: 5 },
  ),
];
