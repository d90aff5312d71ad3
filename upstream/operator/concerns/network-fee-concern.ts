import { eq } from "drizzle-orm";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Tx } from "../../db/database.ts";
import { asset } from "../../db/schema/index.ts";
import type { NetworkFee } from "../../ledger/rules/network-fee.ts";
import type { Context } from "../../ports/context.ts";
import { amountConcern } from "./amount-concern.ts";

/**
 * Asks about a network fee above the most that the rail of `paid` says one transfer may cost, or, in another asset than
 * the rail's, beyond the correction band.
 */
export async function networkFeeConcern(
  ctx: Context,
  tx: Tx,
  paid: string,
  { asset: id, amount }: NetworkFee,
): Promise<string | null> {
  const [row] = await tx.select({ decimals: asset.decimals }).from(asset).where(eq(asset.id, id));
  const decimals = row?.decimals ?? 0;
  const gas = ctx.rails.payoutRail(paid) === undefined ? null : ctx.rails.payoutFor(paid).gas;
  if (gas?.asset !== id) return amountConcern(ctx, tx, { asset: id, decimals, amount }, "correction");
  const textOf = (minor: bigint) => `${formatDecimal(minor, decimals)} ${id}`;
  return amount > gas.amount
    ? `A fee of ${textOf(amount)} is above the ${textOf(gas.amount)} that one transfer of ${paid} may cost.`
    : null;
}
