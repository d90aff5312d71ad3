import { formatDecimal } from "../../../contract/values/decimal.ts";
import { heldWideningBps, mostHeldMarginBps } from "../../market/rules/widened-margins.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketAsset } from "../../ports/market.ts";
import type { ShownRow } from "../command.ts";
import { worthNow } from "./fee-worth.ts";

/**
 * What we have of our own in each asset that has a target or a limit, beside those: `above_target` may be below zero. `state`: `full`
 * where pairs that bring more of it pause, `wider` where their margins have an addition. Valued at the rates of this moment.
 */
export async function positionRows(ctx: Context): Promise<ShownRow[]> {
  const worthOf = await worthNow(ctx);
  const { assets } = await ctx.market.snapshot();
  return assets
    .filter(({ heldTarget, heldMost }) => heldTarget !== null || heldMost !== null)
    .map((row) => {
      const { id, position, heldTarget, heldMost, decimals } = row;
      const text = (minor: bigint | null) => (minor === null ? null : signed(minor, decimals));
      return {
        ...{ asset: id, own: text(position), target: text(heldTarget), most: text(heldMost) },
        above_target: text(heldTarget === null ? null : position - heldTarget),
        state: stateOf(row),
        ...worthOf(position > 0n ? position : 0n, id),
      };
    });
}

function stateOf(row: MarketAsset): string {
  const { position, heldTarget, heldMost } = row;
  if (heldMost !== null && position > heldMost) return "full: pairs that bring more of it pause";
  const bps = heldWideningBps(row, position);
  if (bps > 0)
    return `wider: pairs that bring more of it have ${bps} bps more margin, up to ${mostHeldMarginBps} in all`;
  return heldTarget !== null && position < heldTarget ? "below the target" : "within";
}

const signed = (minor: bigint, decimals: number) =>
  minor < 0n ? `-${formatDecimal(-minor, decimals)}` : formatDecimal(minor, decimals);
