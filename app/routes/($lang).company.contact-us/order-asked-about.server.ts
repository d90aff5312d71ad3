import { parseRef } from "../../../contract/order/order-number.ts";
import { api } from "../../api/client.server.ts";
import { orderTokenFor } from "../../auth/cookies/orders-cookie.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { assetsOf } from "../../components/order/assets-of.ts";
import type { Assets } from "../../components/summary/assets.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

type Amount = { asset: string; amount: string };
export type OrderAskedAbout = { ref: string; from: Amount; to: Amount; assets: Assets };

/**
 * The order that the visitor came from, if this browser has its token or it is the member's own. A bare number in the
 * address shows nothing.
 */
export async function orderAskedAbout(args: RouteArgs): Promise<OrderAskedAbout | null> {
  const ref = parseRef(new URL(args.request.url).searchParams.get("order") ?? "");
  if (ref === undefined) return null;
  const token = (await orderTokenFor(args, ref)) ?? undefined;
  const [tracked, market] = await Promise.all([
    api(args, "exchangeTrack", { query: { ref }, orderToken: token }),
    loadMarket(args),
  ]);
  if (!tracked.ok || market.status === "unknown") return null;
  const { from, to } = tracked.data.data;
  const assets = assetsOf(tracked.data.data, market.reply.data.assets);
  return { ref, from: { asset: from.asset, amount: from.amount }, to: { asset: to.asset, amount: to.amount }, assets };
}
