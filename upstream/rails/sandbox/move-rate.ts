import { parseAmount } from "../../../contract/values/decimal.ts";
import { pushSandboxRate, sandboxRatePush } from "../../market/rates/sandbox.ts";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuseFields } from "../../shared/rules/refusal.ts";

/** Beyond any rate band, and small enough to look like a market. */
const usualBasisPoints = 200;
const maxBasisPoints = 50_00n;

/**
 * Moves a pair's market down by a percentage of its table rate (two decimals, at most 50). Without a value it falls by
 * two percent, or returns to the table if it was moved before.
 */
export async function moveRate(ctx: Context, pairId: string, typed: string | null): Promise<Refusal | undefined> {
  const percent = typed === null ? 0n : parseAmount(typed, 2);
  if (typeof percent === "string") return refuseFields({ pointer: "/amount", code: percent });
  if (percent > maxBasisPoints) return refuseFields({ pointer: "/amount", code: "above_max", meta: { max: "50" } });

  await ctx.db.transaction(async (tx) => {
    const isAway = (await sandboxRatePush(tx, pairId)) !== 0;
    const usual = isAway ? 0 : -usualBasisPoints;
    await pushSandboxRate(tx, pairId, typed === null ? usual : -Number(percent), ctx.clock.now());
  });
  await ctx.rates.refresh();
  ctx.market.changed();
}
