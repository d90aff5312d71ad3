import type { Order } from "../../../contract/order/order.ts";
import { api } from "../../api/client.server.ts";
import { membershipOf } from "../../auth/member.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/**
 * A member's saved details by field: the newest account of each currency, the name and the email. Nothing for guests,
 * and nothing when the order already has details.
 */
export async function suggestedDetails(args: RouteArgs, order: Order): Promise<Record<string, string | null>> {
  const membership = await membershipOf(args);
  if (membership.status !== "member" || order.email) return {};
  const { email, name } = membership.profile;
  const book = await api(args, "memberAddresses", { query: {} });
  const saved = (asset: string) =>
    book.ok
      ? book.data.data
          .filter((address) => address.asset === asset)
          .sort((a, b) => b.created_at.localeCompare(a.created_at))[0]
      : undefined;
  const [from, to] = [saved(order.from.asset), saved(order.to.asset)];
  return {
    "payin.account": from?.account ?? null,
    "payout.account": to?.account ?? null,
    "payout.memo": to?.memo ?? null,
    "payout.extra.full_name": name,
    "refund.account": from?.account ?? null,
    "refund.memo": from?.memo ?? null,
    email,
  };
}
