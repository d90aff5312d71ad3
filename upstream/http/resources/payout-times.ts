import { orderFigures } from "../../status/order-figures.ts";
import { serve } from "../serve.ts";

const countedDays = 90;

export const routes = [
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
