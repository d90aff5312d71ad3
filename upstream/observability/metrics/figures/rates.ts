import { referenceRate } from "../../../db/schema/market.ts";
import type { Context } from "../../../ports/context.ts";
import type { Figure } from "../metrics.ts";

/** How old the reference rate of each pair on sale is. One that is too old has paused its pair, and still has an age. */
export async function rateFigures(ctx: Pick<Context, "db" | "market" | "rates">, now: Date): Promise<Figure[]> {
  const { pairs } = await ctx.market.snapshot();
  const table = await ctx.db.orm
    .select({ pair: referenceRate.pairId, at: referenceRate.updatedAt })
    .from(referenceRate);
  const values = [...pairs.values()]
    .filter(({ row }) => row.status === "active")
    .flatMap(({ row: { id } }) => {
      const at = ctx.rates.current(id, now)?.at ?? table.find(({ pair }) => pair === id)?.at;
      return at ? [{ labels: { pair: id }, value: Math.max(0, (now.getTime() - at.getTime()) / 1000) }] : [];
    });
  return [{ name: "rate_age_seconds", help: "Age of the reference rate of an active pair.", values }];
}
