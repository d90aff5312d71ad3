import { publicPages } from "../../http/paths/public-pages.ts";
import { themeOf } from "../../http/preferences/theme.server.ts";
import { zoneOf } from "../../http/preferences/zone.server.ts";
import { langOf, languageCookieName } from "../../i18n/lang.server.ts";
import { prefixes, splitPath } from "../../i18n/languages.ts";
import type { Visit } from "../visit.ts";

/** Everything that decides about a cached page, besides the build, its encoding and the market. */
export type PageKey = {
  text: string;
  /** Without its language prefix. */
  path: string;
  /** The request that the page is rendered for: nothing else of a visitor's can reach the page. */
  url: string;
  headers: Record<string, string>;
  /** The request headers that choose between the pages of one address. */
  vary: string;
};

const publicPaths: ReadonlySet<string> = new Set(
  publicPages.flatMap((path) => [path, ...prefixes.map((prefix) => `/${prefix}${path === "/" ? "" : path}`)]),
);
/**
 * The queries that a page reads, and the form of their values. An address with anything else is not cached: the page
 * repeats its whole query in its links, so two queries are two pages, and a promo code is looked up each time.
 */
const asset = /^[a-z\d-]{1,30}$/;
const calculation = { from: asset, to: asset, amount: /^\d{1,12}([.,]\d{1,8})?$/, side: /^(from|to)$/ };
const queries: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  "/": { ...calculation, pairs: /^all$/ },
  "/exchange/usdt-to-paypal": calculation,
  "/exchange/crypto-to-paypal": calculation,
  "/exchange/paypal-invoice": calculation,
};
/** The cookies that a public page may depend on. A visitor with any other cookie, a session's above all, is not served from the cache. */
const cookieNames: ReadonlySet<string> = new Set([languageCookieName, "theme", "zone"]);

/** Whether the path can be cached at all: a look-up, since every request passes here. */
export function isPublicPath(path: string): boolean {
  return publicPaths.has(path);
}

/** Null for a request that only Remix may answer. `cookies` and `languages` are the request's headers. */
export function pageKeyOf(visit: Visit, cookies: string, languages: string): PageKey | null {
  const { path, lang: prefix } = splitPath(visit.path);
  const query = sortedQuery(path, visit.search);
  if (query === null || !namesOf(cookies).every((name) => cookieNames.has(name))) return null;
  const url = `http://${visit.host}${visit.path}${query && `?${query}`}`;
  const sent = new Request(url, { headers: { cookie: cookies, "accept-language": languages } });
  const [lang, theme, zone] = [langOf(sent), themeOf(sent), zoneOf(sent)?.toLowerCase() ?? null];
  const cookie = [theme && `theme=${theme}`, zone && `zone=${zone}`].filter(Boolean).join("; ");
  return {
    text: [url, lang, theme ?? "", zone ?? ""].join(" "),
    path,
    url,
    headers: { "accept-language": lang, host: visit.host, ...(cookie && { cookie }) },
    vary: prefix ? "Cookie, Accept-Encoding" : "Accept-Language, Cookie, Accept-Encoding",
  };
}

/** The query in one order; null where it says more than the page reads. */
function sortedQuery(path: string, search: string): string | null {
  if (search === "") return "";
  const given = [...new URLSearchParams(search)];
  const names = new Set(given.map(([name]) => name));
  // A name that comes twice means one or the other, by who reads it.
  if (names.size < given.length) return null;
  const known = new Map(Object.entries(queries[path] ?? {}));
  if (!given.every(([name, value]) => known.get(name)?.test(value))) return null;
  return new URLSearchParams(given.sort(([one], [other]) => (one < other ? -1 : 1))).toString();
}

function namesOf(cookies: string): string[] {
  return cookies
    .split(";")
    .map((pair) => pair.split("=")[0]?.trim() ?? "")
    .filter((name) => name !== "");
}
