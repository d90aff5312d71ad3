import type { Order } from "../../../contract/order/order.ts";
import { isMore } from "../../../contract/values/decimal.ts";
import { api } from "../../api/client.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { isChecked } from "../../components/summary/check-line.tsx";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/**
 * What a customer should know about a payout that a person approves. `times`: how long payouts took in seconds, checked ones
 * included; null while too few orders were measured. `trial`: the smallest amount of the pair, to begin with; null where the
 * order is not larger.
 */
export type PayoutCheck = { times: { half: number; most: number } | null; trial: string | null };

const measuredDays = "90";

/** Null where nobody approves the payout: it is small enough, or stays in the customer's own wallet. */
export async function payoutCheck(args: RouteArgs, order: Order, assets: Assets): Promise<PayoutCheck | null> {
  if (order.payout.to_wallet || !isChecked(order, assets)) return null;
  const [status, market] = await Promise.all([
    api(args, "exchangeStatus", { query: { days: measuredDays } }),
    loadMarket(args),
  ]);
  const payouts = status.ok ? status.data.data.payouts : null;
  const pairs = market.status === "unknown" ? [] : market.reply.data.pairs;
  const least = pairs.find(({ from, to }) => from === order.from.asset && to === order.to.asset)?.min_from;
  return {
    times: payouts && { half: payouts.median_seconds, most: payouts.p95_seconds },
    trial: least !== undefined && isMore(order.from.amount, least) ? least : null,
  };
}
