import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/node";
import { api } from "../../api/client.server.ts";
import { forgetForm } from "../../auth/cookies/kept-form.server.ts";
import { clearPending } from "../../auth/cookies/pending-cookie.server.ts";
import { signInPath } from "../../auth/sign-in-path.ts";
import { bearerOf, endSession } from "../../cookies/session-cookie.server.ts";
import { langOf } from "../../i18n/lang.server.ts";

/** Opening an address signs nobody out. */
export function loader({ request }: LoaderFunctionArgs): never {
  throw redirect(signInPath(langOf(request), "/sign-in"), 303);
}

/** This browser is signed out whatever the service answers. */
export async function action(args: ActionFunctionArgs): Promise<never> {
  if (await bearerOf(args)) await api(args, "logout", {});
  const headers = new Headers();
  for (const cookie of [endSession(), clearPending(), forgetForm()]) headers.append("Set-Cookie", cookie);
  throw redirectDocument(signInPath(langOf(args.request), "/sign-in", null, { why: "out" }), { status: 303, headers });
}
