import { serviceStatus } from "../../status/service-status.ts";
import { serve } from "../serve.ts";

export const routes = [
  serve(
    "exchangeStatus",
    async ({ ctx, query, now }) => ({ data: await serviceStatus(ctx, Number(query.days ?? 90), now) }),
    { cacheSeconds: 15 },
  ),
];
