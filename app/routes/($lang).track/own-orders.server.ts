import { statusesWithSteps } from "../../../contract/order/hand-steps.ts";
import { api } from "../../api/client.server.ts";
import { knownOrders } from "../../auth/cookies/orders-cookie.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/** `state` is null while the service does not answer. */
export type OwnOrder = { ref: string; state: { status: string; step: string | null; updatedAt: string } | null };

/** The orders whose tokens this browser has, newest first; deleted ones are left out. */
export async function ownOrders(args: RouteArgs): Promise<OwnOrder[]> {
  const storedOrders = await knownOrders(args);
  if (storedOrders.length === 0) return [];
  const response = await api(args, "ordersStatus", {
    query: { ref: storedOrders.map(({ ref }) => ref) },
    orderToken: storedOrders.map(({ token }) => token),
  });
  if (!response.ok) return storedOrders.map(({ ref }) => ({ ref, state: null }));
  const visibleOrders = storedOrders.flatMap(({ ref, token }) => {
    const pulse = response.data.data.find((row) => row.ref === ref);
    return pulse ? [{ ref, token, pulse }] : [];
  });
  return Promise.all(
    visibleOrders.map(async ({ ref, token, pulse: { status, updated_at: updatedAt } }) => {
      const isByHand = statusesWithSteps.some((name) => name === status);
      const step = isByHand ? await stepOf(args, { ref, token }) : null;
      return { ref, state: { status, step, updatedAt } };
    }),
  );
}

/** What a person does by hand for an order, which its short status does not say; null as well where the service does not answer. */
async function stepOf(args: RouteArgs, { ref, token }: { ref: string; token: string }): Promise<string | null> {
  const response = await api(args, "exchangeTrack", { query: { ref }, orderToken: token });
  return response.ok ? (response.data.data.by_hand?.step ?? null) : null;
}
