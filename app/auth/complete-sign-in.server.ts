import { redirectDocument } from "@remix-run/node";
import { api } from "../api/client.server.ts";
import { bearerOf, openSession } from "../cookies/session-cookie.server.ts";
import type { RouteArgs } from "../http/request/request-facts.ts";
import { langOf } from "../i18n/lang.server.ts";
import type { SignedIn } from "./authenticator.server.ts";
import { clearPending } from "./cookies/pending-cookie.server.ts";
import { targetAfterSignIn } from "./sign-in-path.ts";

/**
 * Signs this browser in and redirects to the requested page. Ends a previous session first, so that a planted or copied
 * one stops working (session fixation).
 */
export async function completeSignIn(
  args: RouteArgs,
  { bearer, endsAt }: SignedIn,
  next: string | null,
  remembered = false,
): Promise<Response> {
  if (await bearerOf(args)) await api(args, "logout", {});
  const headers = new Headers();
  headers.append("Set-Cookie", await openSession(args, { bearer, endsAt, remembered }));
  headers.append("Set-Cookie", clearPending());
  // Checked again, because it was stored in a cookie between two pages.
  return redirectDocument(targetAfterSignIn(next, langOf(args.request)), { status: 303, headers });
}
