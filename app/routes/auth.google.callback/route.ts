import type { LoaderFunctionArgs } from "@remix-run/node";
import { enterWithGoogle, notSignedIn } from "../../auth/google/google-entry.server.ts";
import { backFromGoogle, callbackPath, forgetGoogle } from "../../auth/google/google-flow.server.ts";
import { href } from "../../i18n/href.ts";
import { withPartner } from "../../i18n/partner-code.ts";

/** One address for both languages, registered at Google. The language is that of the started sign-in. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const back = await backFromGoogle(args);
  const there = new Request(new URL(withPartner(href(back.lang, callbackPath), back.partner), args.request.url), {
    headers: args.request.headers,
  });
  const response =
    "tokenId" in back
      ? await enterWithGoogle({ ...args, request: there }, back.tokenId, back.next)
      : notSignedIn(there, back.reason, back.next);
  response.headers.append("Set-Cookie", forgetGoogle());
  return response;
}
