import type { Order } from "../../../contract/order/order.ts";
import { isMore, isZero } from "../../../contract/values/decimal.ts";
import { api } from "../../api/client.server.ts";
import { membershipOf } from "../../auth/member.server.ts";
import { ownsOrder } from "../../components/order/owns-order.server.ts";
import { env } from "../../env.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/** What a signed-in customer has in the wallet of the currency to send. */
export type OwnWallet = { available: string; covers: boolean };

/**
 * Null for guests and for another customer's order, while nothing may leave the wallets, without money in that one, and when it cannot be loaded: there are
 * other ways to pay.
 */
export async function ownWallet(args: RouteArgs, { ref, from }: Order): Promise<OwnWallet | null> {
  if (env.WALLETS === "off") return null;
  const membership = await membershipOf(args);
  if (membership.status !== "member" || membership.profile.withdrawals_frozen_until !== null) return null;
  const found = await api(args, "balanceCoin", { query: { asset: from.asset } });
  if (!found.ok || !(await ownsOrder(args, ref))) return null;
  const { available } = found.data.data;
  return isZero(available) ? null : { available, covers: !isMore(from.amount, available) };
}
