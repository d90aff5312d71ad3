import type { Order } from "../../../contract/order/order.ts";
import { isMore } from "../../../contract/values/decimal.ts";
import { api } from "../../api/client.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { needsApproval } from "../../components/summary/approval-line.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/**
 * What the customer of a payout with manual approval is told. `times`: seconds that payouts took, manually approved ones
 * included; null while too few orders were measured. `trial`: the minimum of the pair as a first amount; null if the order is
 * not larger.
 */
export type PayoutApproval = { times: { half: number; most: number } | null; trial: string | null };

const measuredDays = "90";

/** Null if the payout needs no manual approval: it is below the threshold, or stays in the customer's wallet. */
export async function payoutApproval(args: RouteArgs, order: Order, assets: Assets): Promise<PayoutApproval | null> {
  if (order.payout.to_wallet || !needsApproval(order, assets)) return null;
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
