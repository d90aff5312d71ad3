import type { Lang } from "../../contract/values/languages.ts";
import { safeReturnPath } from "../http/paths/return-path.ts";
import { href } from "../i18n/href.ts";

/** The target page of a sign-in address if it is one of ours, otherwise null. */
export function requestedPath(url: string, lang: Lang): string | null {
  const next = new URL(url).searchParams.get("next");
  return next === null ? null : safeReturnPath(next, home(lang));
}

/** The page after sign-in: the requested one, validated again, or the dashboard. */
export function targetAfterSignIn(next: string | null, lang: Lang): string {
  return safeReturnPath(next, home(lang));
}

/** A sign-in address that remembers its target page. */
export function signInPath(
  lang: Lang,
  path: string,
  next: string | null = null,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ ...(next !== null && { next }), ...more }).toString();
  return href(lang, query ? `${path}?${query}` : path);
}

function home(lang: Lang): string {
  return href(lang, "/dashboard");
}
