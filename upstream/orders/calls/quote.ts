import { credentialsOf } from "../../http/request/order-access.ts";
import { serve } from "../../http/serve.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { loyaltyOf } from "../loyalty/loyalty-status.ts";
import { priceSource, quote } from "../quotes/quote.ts";

export const quoteCalls = [
  serve(
    "exchangeQuote",
    async ({ ctx, query, caller, now }) => {
      const { memberId } = await credentialsOf(ctx, caller, now);
      const loyalty = await loyaltyOf(ctx, ctx.db.orm, memberId, now);
      const result = await quote(await priceSource(ctx), { ...query, loyalty, memberId }, now);
      return isRefusal(result) ? result : { data: result };
    },
    { cacheSeconds: 5 },
  ),
];
