import { inArray } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { transfer } from "../../db/schema/index.ts";
import { byOrder, isProfit, valuedFlows } from "./own-flows.ts";

/** A statement of PostgreSQL takes 65,535 parameters, and an export may have more orders. */
const ordersAtOnce = 5_000;

/** What the exchange earned of each order, in minor units by order and asset. */
export async function profitsOf(
  db: Database["orm"],
  refs: readonly string[],
): Promise<Map<string, Map<string, bigint>>> {
  const profits = new Map<string, Map<string, bigint>>();
  for (let from = 0; from < refs.length; from += ordersAtOnce) {
    const some = refs.slice(from, from + ordersAtOnce);
    const flows = await valuedFlows(db, byOrder, inArray(transfer.orderRef, some));
    for (const { key, asset, amount } of flows.filter(isProfit)) {
      const profitByAsset = profits.get(key) ?? new Map<string, bigint>();
      profits.set(key, profitByAsset.set(asset, (profitByAsset.get(asset) ?? 0n) + amount));
    }
  }
  return profits;
}
