import { payoutTimes } from "../../orders/quotes/payout-times.ts";
import { serve } from "../serve.ts";

export const routes = [
  serve("exchangePayoutTimes", async ({ ctx, now }) => ({ data: await payoutTimes(ctx, now) }), { cacheSeconds: 600 }),
];
