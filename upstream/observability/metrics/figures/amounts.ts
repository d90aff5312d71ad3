import { formatDecimal } from "../../../../contract/values/decimal.ts";
import type { Tx } from "../../../db/database.ts";
import { asset } from "../../../db/schema/market.ts";

/** Ends the description of every amount. */
export const roundedAmount = "In units of the asset, rounded to a float: for alerts. The ledger is exact.";

/** How amounts of each asset are written. */
export async function readDecimals(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.select({ id: asset.id, decimals: asset.decimals }).from(asset);
  return new Map(rows.map(({ id, decimals }) => [id, decimals]));
}

/** One value per asset, of minor units. */
export function amountValues(amounts: ReadonlyMap<string, bigint>, decimals: ReadonlyMap<string, number>) {
  return [...amounts].map(([asset, minor]) => ({ labels: { asset }, value: unitsOf(minor, decimals.get(asset) ?? 0) }));
}

export function unitsOf(minor: bigint, decimals: number): number {
  return Number(formatDecimal(minor, decimals));
}
