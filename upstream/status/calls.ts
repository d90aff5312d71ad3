import { serve } from "../http/serve.ts";
import { orderFigures } from "./order-figures.ts";
import { serviceStatus } from "./service-status.ts";

const countedDays = 90;

export const statusCalls = [
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

  serve(
    "exchangeStatus",
    async ({ ctx, query, now }) => ({ data: await serviceStatus(ctx, Number(query.days ?? 90), now) }),
    { cacheSeconds: 15 },
  ),
];
