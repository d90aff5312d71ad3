import { eq } from "drizzle-orm";
import { pair } from "../../../upstream/db/schema/market.ts";
import { pushSandboxRate } from "../../../upstream/market/rates/sandbox.ts";
import type { Exchange } from "../service/exchange.ts";

/** The pair used by most tests. */
export const pairId = "usdt-trc20_paypal-usd";

export const pairRules = ["paypal_verified_only", "name_must_match"];

/** The operator changes the pair. */
export async function changePair({ ctx }: Exchange, values: Partial<typeof pair.$inferInsert>): Promise<void> {
  await ctx.db.orm.update(pair).set(values).where(eq(pair.id, pairId));
  ctx.market.changed();
}

/** The rate falls by two percent. */
export async function dropRate({ ctx }: Exchange): Promise<void> {
  await ctx.db.transaction((tx) => pushSandboxRate(tx, pairId, -200, ctx.clock.now()));
  ctx.market.changed();
}
