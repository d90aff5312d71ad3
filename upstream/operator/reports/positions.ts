import { and, isNull, like, or } from "drizzle-orm";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Orm } from "../../db/database.ts";
import { account } from "../../db/schema/index.ts";
import { availableOf, postedOf } from "../../ledger/state.ts";
import { heldWideningBps, mostHeldMarginBps } from "../../market/rules/widened-margins.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketAsset } from "../../ports/market.ts";
import type { ShownRow } from "../command.ts";
import { worthNow } from "./fee-worth.ts";

/**
 * Of each asset that has a target or a limit: what our accounts hold of it at all rails, what we owe of it to customers and have promised to
 * orders, and what is our own, beside target and limit: `own` and `above_target` may be below zero. `state`: `full` where pairs that bring
 * more of it pause, `wider` where their margins have an addition. Valued at the rates of this moment.
 */
export async function positionRows(ctx: Context): Promise<ShownRow[]> {
  const worthOf = await worthNow(ctx);
  const sides = await bothSides(ctx.db.orm);
  const { assets } = await ctx.market.snapshot();
  return assets
    .filter(({ heldTarget, heldMost }) => heldTarget !== null || heldMost !== null)
    .map((row) => {
      const { id, position, heldTarget, heldMost, decimals } = row;
      const text = (minor: bigint | null) => (minor === null ? null : signed(minor, decimals));
      const { holds, owes } = sides.get(id) ?? { holds: 0n, owes: 0n };
      return {
        ...{
          asset: id,
          holds: text(holds),
          owes: text(owes),
          own: text(holds - owes),
          target: text(heldTarget),
          most: text(heldMost),
        },
        above_target: text(heldTarget === null ? null : position - heldTarget),
        state: stateOf(row),
        ...worthOf(position > 0n ? position : 0n, id),
      };
    });
}

type Sides = { holds: bigint; owes: bigint };

/** All sides at one moment. What is owed and promised is what our accounts hold beyond our own free money, less what was lost. */
async function bothSides(reader: Pick<Orm, "select">): Promise<Map<string, Sides>> {
  const rows = await reader
    .select()
    .from(account)
    .where(
      and(
        isNull(account.orderRef),
        or(like(account.id, "assets:%"), like(account.id, "reserve:%"), like(account.id, "shortfall:%")),
      ),
    );
  const sides = new Map<string, Sides>();
  for (const row of rows) {
    const { holds, owes } = sides.get(row.asset) ?? { holds: 0n, owes: 0n };
    if (row.id.startsWith("assets:"))
      sides.set(row.asset, { holds: holds + postedOf(row), owes: owes + postedOf(row) });
    else if (row.id.startsWith("reserve:")) sides.set(row.asset, { holds, owes: owes - availableOf(row) });
    else sides.set(row.asset, { holds, owes: owes + postedOf(row) });
  }
  return sides;
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
