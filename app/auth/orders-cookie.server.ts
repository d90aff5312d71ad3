import { z } from "zod/v4";
import { env } from "../env.server.ts";
import { factsOf } from "../http/request-facts.server.ts";
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
export async function knownOrders(request: Request): Promise<KeptOrder[]> {
  return (await orders.read(request.headers.get("Cookie"), factsOf(request).receivedAt)) ?? [];
}

/** The key of one order, or null: then the order is not this visitor's, which reads like an order that is not there. */
export async function orderTokenFor(request: Request, ref: string): Promise<string | null> {
  return (await knownOrders(request)).find((order) => order.ref === ref)?.token ?? null;
}

/** The Set-Cookie header that remembers an order for 30 days; of more than twenty the oldest goes. */
export async function rememberOrder(request: Request, ref: string, token: string): Promise<string> {
  return orders.write(withOrder(await knownOrders(request), { ref, token }), factsOf(request).receivedAt);
}
