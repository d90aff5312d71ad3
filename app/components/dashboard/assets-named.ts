import type { Asset } from "../../../contract/market/pairs.ts";
import type { OrderSummary } from "../../../contract/order/member-orders.ts";
import type { Assets } from "../summary/assets.ts";

/** The assets that a list of orders uses, and those named beside it. */
export function assetsNamed(
  orders: readonly OrderSummary[],
  all: readonly Asset[],
  others: readonly { asset: string }[] = [],
): Assets {
  const named = new Set([
    ...orders.flatMap(({ from, to }) => [from.asset, to.asset]),
    ...others.map(({ asset }) => asset),
  ]);
  return Object.fromEntries(all.filter(({ id }) => named.has(id)).map((asset) => [asset.id, asset]));
}
