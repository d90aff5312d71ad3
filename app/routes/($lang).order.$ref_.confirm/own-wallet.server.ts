import type { Order } from "../../../contract/order/order.ts";
import type { WalletPayment } from "../../../contract/order/wallet-payment.ts";
import { isMore, isZero } from "../../../contract/values/decimal.ts";
import { api } from "../../api/client.server.ts";
import { membershipOf } from "../../auth/member.server.ts";
import { ownsOrder } from "../../components/order/owns-order.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { env } from "../../settings/env.server.ts";

/** Why an order cannot be paid from the wallet although it has the money. */
const obstacles = ["withdrawal_limit", "address_not_whitelisted", "sign_in_again"] as const;
export type WalletObstacle = (typeof obstacles)[number];

/**
 * What a signed-in customer has in the wallet of the currency to send. `terms`: what paying from it takes; null where it does
 * not cover the order, or where something forbids it. `email`: where a code goes.
 */
export type OwnWallet = {
  available: string;
  covers: boolean;
  terms: WalletPayment | null;
  obstacle: WalletObstacle | null;
  email: string;
};

/**
 * Null for guests and for another customer's order, while nothing may leave the wallets, without money in that one, and when it cannot be loaded: there are
 * other ways to pay.
 */
export async function ownWallet(args: RouteArgs, { ref, from }: Order): Promise<OwnWallet | null> {
  if (env.WALLETS === "off") return null;
  const membership = await membershipOf(args);
  if (membership.status !== "member" || membership.profile.withdrawals_frozen_until !== null) return null;
  const walletAnswer = await api(args, "balanceCoin", { query: { asset: from.asset } });
  if (!walletAnswer.ok || !(await ownsOrder(args, ref))) return null;
  const { available } = walletAnswer.data.data;
  if (isZero(available)) return null;
  const { email } = membership.profile;
  if (isMore(from.amount, available)) return { available, covers: false, terms: null, obstacle: null, email };
  const terms = await api(args, "exchangeWalletTerms", { query: { ref } });
  if (terms.ok) return { available, covers: true, terms: terms.data.data, obstacle: null, email };
  const obstacle = obstacles.find((code) => code === terms.problem.code);
  return obstacle ? { available, covers: true, terms: null, obstacle, email } : null;
}
