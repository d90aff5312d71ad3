import { redirectDocument } from "@remix-run/node";
import { api } from "../../api/client.server.ts";
import type { ApiProblem, ApiResult } from "../../api/endpoint-types.ts";
import { zoneOf } from "../../http/preferences/zone.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { partnerTouch } from "../../partners/partner-cookie.server.ts";
import { completeSignIn } from "../complete-sign-in.server.ts";
import { storePending } from "../cookies/pending-cookie.server.ts";
import { signInPath } from "../sign-in-path.ts";
import type { GoogleReason } from "./google-reason.ts";

/** Sends an ID token with a verified nonce to the service and returns the next page. */
export async function enterWithGoogle(args: RouteArgs, tokenId: string, next: string | null): Promise<Response> {
  const body = { token_id: tokenId, timezone: zoneOf(args.request), ...(await partnerTouch(args)) };
  const response = await api(args, "socialGoogle", { body });
  if (response.ok) return enter(args, response.data, next);
  if (response.problem.code === "email_taken") return redirectToLinking(args, tokenId, next);
  return notSignedIn(args.request, reasonOf(response.problem), next);
}

type Entry = Extract<ApiResult<"socialGoogle">, { ok: true }>["data"];

/** Signed in, or redirected to the second step: there is no session until its code is entered. */
export async function enter(args: RouteArgs, { data }: Entry, next: string | null): Promise<Response> {
  if (!data["2fa"]) return completeSignIn(args, { bearer: data.access_token, endsAt: data.expires_at }, next);
  const { two_factor_token: token, methods } = data;
  return on(
    args.request,
    "/two-factor",
    await storePending(args, { step: "two-factor", token, methods, remember: false, next }),
  );
}

/** Redirects to the sign-in page, which explains the reason. */
export function notSignedIn(request: Request, google: GoogleReason, next: string | null): Response {
  return redirectDocument(signInPath(langOf(request), "/sign-in", next, { google }), 303);
}

/** Browsers drop cookies over 4096 bytes, name included. */
const maxCookieBytes = 4000;

/** The email already has an account: its password is needed to link the two. */
async function redirectToLinking(args: RouteArgs, tokenId: string, next: string | null): Promise<Response> {
  for (const nextPath of [next, null]) {
    const cookie = await storePending(args, { step: "link-google", tokenId, next: nextPath });
    if (cookie.length < maxCookieBytes) return on(args.request, "/link-google", cookie);
  }
  return notSignedIn(args.request, "refused", next);
}

function on(request: Request, path: string, cookie: string): Response {
  return redirectDocument(signInPath(langOf(request), path), { status: 303, headers: { "Set-Cookie": cookie } });
}

function reasonOf({ code, status }: ApiProblem): GoogleReason {
  if (code === "not_available") return "off";
  if (code === "email_not_verified") return "unverified";
  if (code === "too_many_requests" || code === "request_in_progress") return "later";
  return status >= 500 ? "unreachable" : "refused";
}
