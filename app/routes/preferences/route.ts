import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { keepFields } from "../../auth/cookies/kept-form.server.ts";
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

/** Without scripts the page's form is posted along: its fields are kept for the next page. */
export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData();
  const back = safeReturnPath(form.get("returnTo") ?? new URL(args.request.url).searchParams.get("returnTo"));
  const headers = new Headers();
  const language = form.get("language");
  const theme = form.get("theme");
  if (isPrefix(language)) headers.append("Set-Cookie", languageCookie(language));
  if (theme === "system") headers.append("Set-Cookie", themeCookie(null));
  const chosen = themes.find((name) => name === theme);
  if (chosen) headers.append("Set-Cookie", themeCookie(chosen));
  if (form.get("hint") === "closed") headers.append("Set-Cookie", closedHintCookie());
  const next = isPrefix(language) ? inLanguage(language, back) : back;
  for (const name of ownFields) form.delete(name);
  if ([...form].length === 0) return redirect(next, { status: 303, headers });
  const { pathname } = new URL(next, "http://this.site");
  if (isCalculation.test(splitPath(pathname).path)) {
    const typed = [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
    const query = new URLSearchParams([...shownParts(next), ...typed]);
    return redirect(`${pathname}?${query}`, { status: 303, headers });
  }
  const keptCookie = await keepFields(args, pathname, form);
  if (keptCookie) headers.append("Set-Cookie", keptCookie);
  return redirect(next, { status: 303, headers });
}

/** Pages that read their calculator's fields from the address, as after its own button that recalculates. */
const isCalculation = /^\/(|dashboard|earn|exchange\/[^/]+|pairs\/[^/]+)$/;

/** What the address says besides the calculator: how many pairs the home page shows, and the time of a pair's rates. */
function shownParts(address: string): [name: string, value: string][] {
  const { searchParams } = new URL(address, "http://this.site");
  return [...searchParams].filter(([name]) => name === "pairs" || name === "period");
}

const ownFields = ["language", "theme", "hint", "returnTo"];

/** The same page and query in the chosen language. */
function inLanguage(prefix: Prefix, address: string): string {
  const { pathname, search } = new URL(address, "http://this.site");
  const path = splitPath(pathname).path;
  return (path === "/" ? `/${prefix}` : `/${prefix}${path}`) + search;
}
