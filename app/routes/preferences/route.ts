import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { safeReturnPath } from "../../http/paths/return-path.ts";
import { closedHintCookie } from "../../http/preferences/closed-hint.server.ts";
import { languageCookie, themeCookie } from "../../http/preferences/preference-cookies.server.ts";
import { themes } from "../../http/preferences/theme.server.ts";
import { notFound } from "../../http/response/fail.server.ts";
import { isPrefix, type Prefix, splitPath } from "../../i18n/languages.ts";

/** Only a POST changes a preference; a GET has no page here. */
export function loader({ request }: ActionFunctionArgs): never {
  throw notFound(request);
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const back = safeReturnPath(form.get("returnTo"));
  const headers = new Headers();
  const language = form.get("language");
  const theme = form.get("theme");
  if (isPrefix(language)) headers.append("Set-Cookie", languageCookie(language));
  if (theme === "system") headers.append("Set-Cookie", themeCookie(null));
  const chosen = themes.find((known) => known === theme);
  if (chosen) headers.append("Set-Cookie", themeCookie(chosen));
  if (form.get("hint") === "closed") headers.append("Set-Cookie", closedHintCookie());
  return redirect(isPrefix(language) ? inLanguage(language, back) : back, { status: 303, headers });
}

/** The same page and query in the chosen language. */
function inLanguage(prefix: Prefix, address: string): string {
  const { pathname, search } = new URL(address, "http://this.site");
  const path = splitPath(pathname).path;
  return (path === "/" ? `/${prefix}` : `/${prefix}${path}`) + search;
}
