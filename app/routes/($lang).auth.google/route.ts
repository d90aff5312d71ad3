import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { enterWithGoogle, notSignedIn } from "../../auth/google/google-entry.server.ts";
import { toGoogle } from "../../auth/google/google-flow.server.ts";
import { forgetNonce, keptNonce } from "../../auth/google/google-nonce.server.ts";
import { isFor } from "../../auth/google/google-token.server.ts";
import { requestedPath } from "../../auth/sign-in-path.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";

/** A link leads here and on to Google: a form could not, because the CSP restricts its target. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const next = requestedPath(args.request.url, langOf(args.request));
  return (await toGoogle(args, next)) ?? notSignedIn(args.request, "off", next);
}

/** The credential from Google's own button. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const next = requestedPath(args.request.url, langOf(args.request));
  const credential = (await args.request.formData()).get("credential");
  const nonce = await keptNonce(args);
  const response = await entry(args, typeof credential === "string" ? credential : "", nonce, next);
  response.headers.append("Set-Cookie", forgetNonce());
  return response;
}

async function entry(args: RouteArgs, credential: string, nonce: string | null, next: string | null) {
  if (credential === "") return notSignedIn(args.request, "missing", next);
  if (nonce === null || !isFor(credential, nonce)) return notSignedIn(args.request, "cut", next);
  return enterWithGoogle(args, credential, next);
}
