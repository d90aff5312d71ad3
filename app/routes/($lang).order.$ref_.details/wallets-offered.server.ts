import type { Order } from "../../../contract/order/order.ts";
import { api } from "../../api/client.server.ts";
import { membershipOf } from "../../auth/member.server.ts";
import { ownsOrder } from "../../components/order/owns-order.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { env } from "../../settings/env.server.ts";

/** Whether the order's payout, and a refund, can go into a wallet of the signed-in owner. */
export type WalletsOffered = { payout: boolean; refund: boolean };

export async function walletsOffered(args: RouteArgs, { ref, from, to }: Order): Promise<WalletsOffered> {
  const none = { payout: false, refund: false };
  if (env.WALLETS === "off" || (await membershipOf(args)).status !== "member") return none;
  const [isOwn, currencies] = await Promise.all([ownsOrder(args, ref), api(args, "balanceCurrencies", {})]);
  // An address is always possible, so a failure offers nothing.
  if (!isOwn || !currencies.ok) return none;
  const isHeld = (id: string) =>
    currencies.data.data.some(({ asset, deposit_enabled }) => asset === id && deposit_enabled);
  return { payout: isHeld(to.asset), refund: isHeld(from.asset) };
}
