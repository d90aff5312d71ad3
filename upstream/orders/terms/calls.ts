import { oncePerSnapshot } from "../../http/once-per-snapshot.ts";
import { serve } from "../../http/serve.ts";
import type { Context } from "../../ports/context.ts";
import { customerChecks } from "./customer-checks.ts";
import { shownRules } from "./shown-rules.ts";
import { termsAt } from "./terms-states.ts";

const reply = oncePerSnapshot((snapshot, _now, { policy, env }: Pick<Context, "policy" | "env">) => ({
  data: shownRules(snapshot, policy, { wallets: env.WALLETS === "on", partners: env.AFFILIATES === "on" }),
}));

export const termsCalls = [
  serve(
    "exchangeRules",
    async ({ ctx, now }) => {
      const { data } = reply(await ctx.market.snapshot(), now, ctx);
      return { data: { ...data, checks: await customerChecks(ctx) } };
    },
    { cacheSeconds: 60 },
  ),

  serve("exchangeTerms", async ({ ctx, query }) => {
    const { row, isPresent, changes } = await termsAt(ctx, query.version, query.at ? new Date(query.at) : null);
    const state = row && {
      since: row.since.toISOString(),
      operator: row.operator,
      rules: row.rules,
      is_present: isPresent,
    };
    return { data: { version: query.version, state, changes: changes.map((since) => since.toISOString()) } };
  }),
];
