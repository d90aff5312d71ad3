import { api } from "../../api/client.server.ts";
import { knownOrders } from "../../auth/cookies/orders-cookie.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/** `state` is null while the service does not answer. */
export type OwnOrder = {
  ref: string;
  state: { status: string; step: string | null; waitsFor: string | null; updatedAt: string } | null;
};

/** The orders whose tokens this browser has, newest first; deleted ones are left out. */
export async function ownOrders(args: RouteArgs): Promise<OwnOrder[]> {
  const storedOrders = await knownOrders(args);
  if (storedOrders.length === 0) return [];
  const response = await api(args, "ordersStatus", {
    query: { ref: storedOrders.map(({ ref }) => ref) },
    orderToken: storedOrders.map(({ token }) => token),
  });
  if (!response.ok) return storedOrders.map(({ ref }) => ({ ref, state: null }));
  return storedOrders.flatMap(({ ref }) => {
    const pulse = response.data.data.find((row) => row.ref === ref);
    if (!pulse) return [];
    const { status, hand_step: step = null, waits_for: waitsFor = null, updated_at: updatedAt } = pulse;
    return [{ ref, state: { status, step, waitsFor, updatedAt } }];
  });
}
