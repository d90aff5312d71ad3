import type { Asset } from "../../../contract/market/pairs.ts";
import type { Order } from "../../../contract/order/order.ts";
import type { Assets } from "../summary/assets.ts";

/** The assets an order uses: a page contains only what it shows. */
export function assetsOf(order: Order, all: readonly Asset[]): Assets {
  const txs = [...order.payin.txs, ...order.payout.txs, ...order.refund.txs];
  const named = new Set([order.from.asset, order.to.asset, ...txs.map((tx) => tx.asset)]);
  return Object.fromEntries(all.filter((asset) => named.has(asset.id)).map((asset) => [asset.id, asset]));
}
