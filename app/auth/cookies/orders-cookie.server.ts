import { z } from "zod/v4";
import { sealedCookie } from "../../cookies/sealed-cookie.server.ts";
import { sessionSecrets } from "../../cookies/session-secrets.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { cookieSeconds } from "../../settings/cookie-lifetimes.ts";
import { isHttps } from "../../settings/env.server.ts";
import { type KnownOrder, knownOrder, withOrder } from "./kept-orders.server.ts";

const maxAgeSeconds = cookieSeconds.orders;

const orders = sealedCookie({
  name: "orders",
  schema: z.array(knownOrder),
  maxAgeSeconds,
  secrets: sessionSecrets,
  secure: isHttps,
});

/** The orders whose tokens this browser has, newest first. */
export async function knownOrders(args: RouteArgs): Promise<KnownOrder[]> {
  return knownOrdersIn(args.request.headers.get("Cookie"), args.context.receivedAt);
}

/** The same, of a Cookie header. */
export async function knownOrdersIn(cookies: string | null, now: Date): Promise<KnownOrder[]> {
  return (await orders.read(cookies, now)) ?? [];
}

/** The token of one order, or null. Null looks like an order that does not exist. */
export async function orderTokenFor(args: RouteArgs, ref: string): Promise<string | null> {
  return (await knownOrders(args)).find((order) => order.ref === ref)?.token ?? null;
}

/** The Set-Cookie header that remembers an order for 30 days; beyond twenty orders drafts go first. */
export async function rememberOrder(args: RouteArgs, ref: string, token: string): Promise<string> {
  return orders.write(withOrder(await knownOrders(args), { ref, token }), args.context.receivedAt);
}

/** The same for an order that was confirmed: it outlasts drafts. */
export async function rememberPlacedOrder(args: RouteArgs, ref: string, token: string): Promise<string> {
  return orders.write(withOrder(await knownOrders(args), { ref, token, placed: 1 }), args.context.receivedAt);
}
