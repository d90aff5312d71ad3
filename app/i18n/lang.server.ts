import { getClientLocales } from "remix-utils/locales/server";
import type { Lang } from "../../contract/values/languages.ts";
import { fallback, isPrefix, splitPath } from "./languages.ts";

/** The visitor's choice; a plain value (`En` or `Ru`), as on the old site. */
export const languageCookieName = "i18n_redirected";

/** Browsers send about a hundred characters. A header of 12 kB would cost as much as several pages. */
const longestHeader = 500;

/** The language of a request: the address; without a prefix the cookie, then Accept-Language, then English. */
export function langOf(request: Request): Lang {
  return splitPath(new URL(request.url).pathname).lang ?? negotiatedLang(request);
}

function negotiatedLang(request: Request): Lang {
  return chosenLang(request.headers.get("Cookie")) ?? browserLang(request) ?? fallback;
}

function chosenLang(cookies: string | null): Lang | null {
  const value = cookies?.match(/(?:^|;\s*)i18n_redirected=([^;]*)/)?.[1];
  return isPrefix(value) ? splitPath(`/${value}`).lang : null;
}

function browserLang(request: Request): Lang | null {
  const languages = (request.headers.get("Accept-Language") ?? "").slice(0, longestHeader);
  const preferred = [getClientLocales(new Headers({ "Accept-Language": languages })) ?? []].flat();
  const siteLanguages = preferred.map((locale) => splitPath(`/${capitalized(locale.split("-")[0] ?? "")}`).lang);
  return siteLanguages.find((lang) => lang !== null) ?? null;
}

function capitalized(code: string): string {
  return code.slice(0, 1).toUpperCase() + code.slice(1).toLowerCase();
}
