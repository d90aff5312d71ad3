import { isRefusal } from "../../domain/refusal.ts";
import { loyaltyOf } from "../../orders/loyalty/standing.ts";
import { promoAnswer } from "../../orders/promo/promo-answer.ts";
import { priceSource } from "../../orders/quotes/quote.ts";
import { credentialsOf } from "../request/order-access.ts";
import { serve } from "../serve.ts";

export const routes = [
  serve("promoValidate", async ({ ctx, body: { code, ...query }, caller, now }) => {
    const { memberId } = await credentialsOf(ctx, caller, now);
    const loyalty = await loyaltyOf(ctx, ctx.db.orm, memberId, now);
    const answer = await promoAnswer(await priceSource(ctx), { ...query, promo: code, loyalty, memberId }, now);
    return isRefusal(answer) ? answer : { data: answer };
  }),
];
