import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { enterWithGoogle, notSignedIn } from "../../auth/google-entry.server.ts";
import { toGoogle } from "../../auth/google-flow.server.ts";
import { forgetNonce, keptNonce } from "../../auth/google-nonce.server.ts";
import { isFor } from "../../auth/google-token.server.ts";
import { nextOf } from "../../auth/way-in.ts";
import { langOf } from "../../i18n/lang.server.ts";

/** A link leads here, and from here to Google: a form could not, its policy keeps it at home. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const next = nextOf(request.url, langOf(request));
  return (await toGoogle(request, next)) ?? notSignedIn(request, "off", next);
}

/** What Google's own button gave to the page. */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  const next = nextOf(request.url, langOf(request));
  const credential = (await request.formData()).get("credential");
  const nonce = await keptNonce(request);
  const answer = await entry(request, typeof credential === "string" ? credential : "", nonce, next);
  answer.headers.append("Set-Cookie", forgetNonce());
  return answer;
}

async function entry(request: Request, credential: string, nonce: string | null, next: string | null) {
  if (credential === "") return notSignedIn(request, "missing", next);
  if (nonce === null || !isFor(credential, nonce)) return notSignedIn(request, "cut", next);
  return enterWithGoogle(request, credential, next);
}
