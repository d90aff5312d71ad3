import { z } from "zod/v4";
import { env } from "../../env.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { type KeptOrder, keptOrder, withOrder } from "./kept-orders.server.ts";
import { sealedCookie } from "./sealed-cookie.server.ts";
import { sessionSecrets } from "./session-secrets.server.ts";

const maxAgeSeconds = 30 * 24 * 60 * 60;

const orders = sealedCookie({
  name: "orders",
  schema: z.array(keptOrder),
  maxAgeSeconds,
  secrets: sessionSecrets,
  secure: env.PUBLIC_ORIGIN?.startsWith("https://") ?? false,
});

/** The orders this browser holds the keys of, newest first. */
export async function knownOrders(args: RouteArgs): Promise<KeptOrder[]> {
  return (await orders.read(args.request.headers.get("Cookie"), args.context.receivedAt)) ?? [];
}

/** The key of one order, or null: then the order is not this visitor's, which reads like an order that is not there. */
export async function orderTokenFor(args: RouteArgs, ref: string): Promise<string | null> {
  return (await knownOrders(args)).find((order) => order.ref === ref)?.token ?? null;
}

/** The Set-Cookie header that remembers an order for 30 days; of more than twenty the oldest goes. */
export async function rememberOrder(args: RouteArgs, ref: string, token: string): Promise<string> {
  return orders.write(withOrder(await knownOrders(args), { ref, token }), args.context.receivedAt);
}
