import type { Policy } from "../../domain/policy.ts";
import { shownRules } from "../../orders/quotes/shown-rules.ts";
import { serve } from "../serve.ts";
import { oncePerSnapshot } from "./once-per-snapshot.ts";

const reply = oncePerSnapshot((snapshot, _now, policy: Policy) => ({ data: shownRules(snapshot, policy) }));

export const routes = [
  serve("exchangeRules", async ({ ctx, now }) => reply(await ctx.market.snapshot(), now, ctx.policy), {
    cacheSeconds: 60,
  }),
];
