import type { Context } from "../../context.ts";
import { shownRules } from "../../terms/shown-rules.ts";
import { serve } from "../serve.ts";
import { oncePerSnapshot } from "./once-per-snapshot.ts";

const reply = oncePerSnapshot((snapshot, _now, { policy, env }: Pick<Context, "policy" | "env">) => ({
  data: shownRules(snapshot, policy, { wallets: env.WALLETS === "on", partners: env.AFFILIATES === "on" }),
}));

export const routes = [
  serve("exchangeRules", async ({ ctx, now }) => reply(await ctx.market.snapshot(), now, ctx), {
    cacheSeconds: 60,
  }),
];
