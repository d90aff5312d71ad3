import { serve } from "../../http/serve.ts";
import { orderFigures } from "../order-figures.ts";

const countedDays = 90;

export const payoutTimeCalls = [
  serve(
    "exchangePayoutTimes",
    async ({ ctx, now }) => {
      const { payouts } = await orderFigures(ctx, countedDays, now);
      if (payouts === null) return { data: null };
      const { orders, median_seconds } = payouts;
      return { data: { days: countedDays, orders, median_seconds } };
    },
    { cacheSeconds: 600 },
  ),
];
