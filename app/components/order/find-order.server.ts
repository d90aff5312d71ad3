import { redirect } from "@remix-run/node";
import type { Order } from "../../../contract/order/order.ts";
import { parseRef } from "../../../contract/order/order-number.ts";
import { api } from "../../api/client.server.ts";
import { keepForm } from "../../auth/cookies/kept-form.server.ts";
import { orderTokenFor, rememberOrder } from "../../auth/cookies/orders-cookie.server.ts";
import { membershipOf, redirectToSignIn } from "../../auth/member.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed, notFound } from "../../http/response/fail.server.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { loadMarket } from "../calculator/market.server.ts";
import type { Assets } from "../summary/assets.ts";
import { assetsOf } from "./assets-of.ts";

/** What opens an order. No token for a member's own order: the session opens it. */
export type OrderKey = { ref: string; token: string | undefined };
type FoundOrder = { order: Order; assets: Assets; token: string | undefined };

/**
 * The order of an address, for a browser with its token and for its member. Throws the 404 page for an unknown order
 * and for another customer's, and the error page when the service does not answer. A token from a link is moved to the
 * cookie, and the browser is redirected to the clean address.
 */
export async function findOrder(args: RouteArgs, typed: string | undefined): Promise<FoundOrder> {
  const ref = parseRef(typed ?? "");
  if (ref === undefined) throw notFound(args.request);
  await keepLinkToken(args, ref);
  // Replaces the number in the path before it is decoded: with a decoded one the redirect could lead to itself.
  if (ref !== typed) throw redirect(new URL(args.request.url).pathname.replace(/(?<=\/order\/)[^/]+/, ref));

  const { token } = await orderKey(args, ref);
  const [tracked, market] = await Promise.all([
    api(args, "exchangeTrack", { query: { ref }, orderToken: token }),
    loadMarket(args),
  ]);
  if (!tracked.ok) throw failed(args.request, tracked.problem);
  // Remembered names and decimals of assets are good enough.
  if (market.status === "unknown") throw failed(args.request, market.problem);
  return { order: tracked.data.data, token, assets: assetsOf(tracked.data.data, market.reply.data.assets) };
}

/**
 * The order token for an action. A member needs none: the service checks the owner. The 404 page for everybody else, and
 * for what is no order number; after a recent sign-out, sign-in first.
 */
export async function orderKey(args: RouteArgs, typed: string | undefined): Promise<OrderKey> {
  const ref = parseRef(typed ?? "");
  if (ref === undefined) throw notFound(args.request);
  const token = await orderTokenFor(args, ref);
  if (token) return { ref, token };
  const { status } = await membershipOf(args);
  if (status === "ended") throw redirectToSignIn(args.request, true, await keepForm(args));
  if (status === "guest") throw notFound(args.request);
  return { ref, token: undefined };
}

export function orderPath(
  request: Request,
  ref: string,
  step: "" | "/details" | "/confirm" | EmailedPage = "",
): string {
  return href(langOf(request), `/order/${ref}${step}`);
}

/** Pages of an order that emails link to, besides its own. */
const emailedPages = ["/review", "/receipt"] as const;
type EmailedPage = (typeof emailedPages)[number];

const emailedPageOf = ({ url }: Request) => emailedPages.find((page) => new URL(url).pathname.endsWith(page)) ?? "";

/** Stores a token from a link only if it opens the order; otherwise strangers could fill the cookie. */
async function keepLinkToken(args: RouteArgs, ref: string): Promise<void> {
  const token = args.context.orderToken;
  if (!token) return;
  const response = await api(args, "exchangeTrack", { query: { ref }, orderToken: token });
  if (!response.ok) throw failed(args.request, response.problem);
  throw redirect(orderPath(args.request, ref, emailedPageOf(args.request)), {
    headers: { "Set-Cookie": await rememberOrder(args, ref, token) },
  });
}
