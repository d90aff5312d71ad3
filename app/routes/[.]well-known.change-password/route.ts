import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";

/** Where password managers lead (W3C, "A Well-Known URL for Changing Passwords"). */
export function loader({ request }: LoaderFunctionArgs): Response {
  return redirect(href(langOf(request), "/dashboard/account/password"), 302);
}
