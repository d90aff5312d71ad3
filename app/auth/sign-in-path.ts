import type { Lang } from "../../contract/values/languages.ts";
import { safeReturnPath } from "../http/paths/return-path.ts";
import { href } from "../i18n/href.ts";

/** Where an address of the way in wants to lead, if that is a page of ours; null when it does not say. */
export function nextOf(url: string, lang: Lang): string | null {
  const next = new URL(url).searchParams.get("next");
  return next === null ? null : safeReturnPath(next, home(lang));
}

/** The page to arrive at: where the visitor wanted to be, checked once more, or the member's own first page. */
export function arrivalOf(next: string | null, lang: Lang): string {
  return safeReturnPath(next, home(lang));
}

/** An address of the way in that remembers where it leads to. */
export function wayIn(lang: Lang, path: string, next: string | null = null, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(next !== null && { next }), ...more }).toString();
  return href(lang, query ? `${path}?${query}` : path);
}

function home(lang: Lang): string {
  return href(lang, "/dashboard");
}
