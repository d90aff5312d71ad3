import { serve } from "../../http/serve.ts";
import { serviceStatus } from "../service-status.ts";

export const serviceStatusCalls = [
  serve(
    "exchangeStatus",
    async ({ ctx, query, now }) => ({ data: await serviceStatus(ctx, Number(query.days ?? 90), now) }),
    { cacheSeconds: 15 },
  ),
];
