import { api } from "../../api/client.server.ts";
import { knownOrders } from "../../auth/cookies/orders-cookie.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/** `state` is null while the service does not answer. */
export type OwnOrder = { ref: string; state: { status: string; updatedAt: string } | null };

/** The orders whose tokens this browser has, newest first; deleted ones are left out. */
export async function ownOrders(args: RouteArgs): Promise<OwnOrder[]> {
  const storedOrders = await knownOrders(args);
  if (storedOrders.length === 0) return [];
  const answer = await api(args, "ordersStatus", {
    query: { ref: storedOrders.map(({ ref }) => ref) },
    orderToken: storedOrders.map(({ token }) => token),
  });
  if (!answer.ok) return storedOrders.map(({ ref }) => ({ ref, state: null }));
  return storedOrders.flatMap(({ ref }) => {
    const pulse = answer.data.data.find((row) => row.ref === ref);
    return pulse ? [{ ref, state: { status: pulse.status, updatedAt: pulse.updated_at } }] : [];
  });
}
