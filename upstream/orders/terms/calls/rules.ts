import { oncePerSnapshot } from "../../../http/once-per-snapshot.ts";
import { serve } from "../../../http/serve.ts";
import type { Context } from "../../../ports/context.ts";
import { customerChecks } from "../customer-checks.ts";
import { shownRules } from "../shown-rules.ts";

const reply = oncePerSnapshot((snapshot, _now, { policy, env }: Pick<Context, "policy" | "env">) => ({
  data: shownRules(snapshot, policy, { wallets: env.WALLETS === "on", partners: env.AFFILIATES === "on" }),
}));

export const ruleCalls = [
  serve(
    "exchangeRules",
    async ({ ctx, now }) => {
      const { data } = reply(await ctx.market.snapshot(), now, ctx);
      return { data: { ...data, checks: await customerChecks(ctx) } };
    },
    { cacheSeconds: 60 },
  ),
];
