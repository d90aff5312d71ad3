import { shownRules } from "../../orders/quotes/shown-rules.ts";
import { serve } from "../serve.ts";

export const routes = [
  serve("exchangeRules", async ({ ctx }) => ({ data: shownRules(await ctx.market.snapshot(), ctx.policy) }), {
    cacheSeconds: 60,
  }),
];
