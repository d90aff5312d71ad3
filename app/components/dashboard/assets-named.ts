import type { Asset } from "../../../contract/market/pairs.ts";
import type { OrderSummary, OrderTotal } from "../../../contract/member/member-orders.ts";
import type { Assets } from "../summary/assets.ts";

/** The assets that a list of orders uses, and those of its totals. */
export function assetsNamed(
  orders: readonly OrderSummary[],
  all: readonly Asset[],
  totals: readonly OrderTotal[] = [],
): Assets {
  const named = new Set([
    ...orders.flatMap(({ from, to }) => [from.asset, to.asset]),
    ...totals.map(({ asset }) => asset),
  ]);
  return Object.fromEntries(all.filter(({ id }) => named.has(id)).map((asset) => [asset.id, asset]));
}
