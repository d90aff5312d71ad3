import { redirect } from "@remix-run/node";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { cookieSeconds } from "../../settings/cookie-lifetimes.ts";
import { isHttps } from "../../settings/env.server.ts";

const parameter = "check";
const value = "cookies";
const checkCookieName = "check";
const cookie = `${isHttps ? "__Host-" : ""}${checkCookieName}=1; Max-Age=${cookieSeconds.check}; Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;

/** For the form that was sent: nothing was created for it. */
export const cookiesBlocked = { code: "cookies_blocked", status: 400 } as const;

/** Why a form was refused: by the service, or before it was asked. */
export type FormRefusal = ApiProblem | typeof cookiesBlocked;

/**
 * Whether the browser keeps no cookies, for a posted form whose next page needs one: without, an order, a ticket or a code
 * would be made that the visitor never sees. A request without any cookie may also be a visitor's first form, since pages
 * set none, so it is sent once more with a cookie to bring along: status 307 repeats the form, by scripts and browsers alike.
 */
export function blocksCookies({ request }: RouteArgs): boolean {
  // Only browsers send Sec-Fetch-Site. A program that keeps no cookies gets its answer at once.
  if (request.headers.has("Cookie") || !request.headers.has("Sec-Fetch-Site")) return false;
  const { pathname, searchParams } = new URL(request.url);
  if (searchParams.get(parameter) === value) return true;
  searchParams.set(parameter, value);
  throw redirect(`${pathname}?${searchParams}`, { status: 307, headers: { "Set-Cookie": cookie } });
}
