import { isRefusal } from "../../domain/refusal.ts";
import { promoAnswer } from "../../orders/promo/promo-answer.ts";
import { priceSource } from "../../orders/quotes/quote.ts";
import { serve } from "../serve.ts";

export const routes = [
  serve("promoValidate", async ({ ctx, body: { code, ...query }, now }) => {
    const answer = await promoAnswer(await priceSource(ctx), { ...query, promo: code }, now);
    return isRefusal(answer) ? answer : { data: answer };
  }),
];
