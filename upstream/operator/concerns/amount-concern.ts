import { like } from "drizzle-orm";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Orm, Tx } from "../../db/database.ts";
import { account } from "../../db/schema/index.ts";
import { postedOf } from "../../ledger/state.ts";
import type { Context } from "../../ports/context.ts";
import type { Bands } from "../../settings/env.ts";
import { distance } from "../second-look.ts";

/** `earlier`: what the same commands have moved today. */
type Amount = { asset: string; decimals: number; amount: bigint; earlier?: bigint };

/** Asks about an amount, with what was moved today, above a band's share of all that our rails hold of the asset. */
export async function amountConcern(
  ctx: Context,
  tx: Tx,
  { asset, decimals, amount, earlier = 0n }: Amount,
  band: keyof Pick<Bands, "amount" | "correction">,
): Promise<string | null> {
  const held = await heldByRails(tx, asset);
  const percent = ctx.env.OPERATOR_BANDS[band];
  const { isBeyond, text } = distance(held, held + earlier + amount, percent);
  const textOf = (minor: bigint) => `${formatDecimal(minor, decimals)} ${asset}`;
  if (!isBeyond) return null;
  if (held <= 0n) return `Our rails hold no ${asset} that ${textOf(amount)} could be compared with.`;
  const sum = earlier > 0n ? `${textOf(amount)} with ${textOf(earlier)} of the last 24 hours` : textOf(amount);
  return `${sum} is ${text} of the ${textOf(held)} that our rails hold; the band is ${percent} %.`;
}

/** All that our rails hold of an asset, minor units. */
export async function heldByRails(reader: Pick<Orm, "select">, asset: string): Promise<bigint> {
  const rows = await reader
    .select()
    .from(account)
    .where(like(account.id, `assets:%:${asset}`));
  return rows.reduce((sum, row) => sum + postedOf(row), 0n);
}
