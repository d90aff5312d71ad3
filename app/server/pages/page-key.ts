import { languages } from "../../../contract/values/languages.ts";
import { publicPages } from "../../http/paths/public-pages.ts";
import { themeOf } from "../../http/preferences/theme.server.ts";
import { zoneOf } from "../../http/preferences/zone.server.ts";
import { langOf, languageCookieName } from "../../i18n/lang.server.ts";
import { prefixes, splitPath } from "../../i18n/languages.ts";
import { partnerAnswerCookieName } from "../../partners/partner-answer.ts";
import { consentCookieName, consentOf } from "../../third-parties/consent.ts";
import { type FrontRequest, headerOf } from "../front-request.ts";

/** Everything a cached page depends on, besides build, encoding and market. */
export type PageKey = {
  text: string;
  /** Without its language prefix. */
  path: string;
  /** The visitor agreed to statistics: the page loads them. */
  hasConsent: boolean;
  /** The request the page is rendered for; no other data of the visitor reaches the page. */
  url: string;
  headers: Record<string, string>;
  /** The request headers that select between versions of an address. */
  vary: string;
};

const publicPaths: ReadonlySet<string> = new Set(
  publicPages.flatMap((path) => [path, ...prefixes.map((prefix) => `/${prefix}${path === "/" ? "" : path}`)]),
);
/**
 * The queries of cached pages, and the format of their values. A page repeats its query in its links, so two queries are
 * two pages. What no page reads is left out: such an address is the page without it.
 */
const asset = /^[a-z\d-]{1,30}$/;
const calculation = { from: asset, to: asset, amount: /^\d{1,12}([.,]\d{1,8})?$/, side: /^(from|to)$/ };
const queries: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  "/": { ...calculation, pairs: /^all$/ },
  "/exchange/usdt-to-paypal": calculation,
  "/exchange/crypto-to-paypal": calculation,
  "/exchange/paypal-invoice": calculation,
  "/earn": { exchanges: /^\d{1,5}$/, amount: /^\d{1,12}([.,]\d{1,8})?$/, pair: /^[a-z\d-]{1,30}_[a-z\d-]{1,30}$/ },
  "/status": { days: /^(7|30|90)$/, reserve: asset },
  "/reviews": {
    page: /^\d{1,4}$/,
    stars: /^[1-5]$/,
    show: /^(negative|answered)$/,
    language: new RegExp(`^(${languages.join("|")})$`),
  },
};
/** What these pages read besides: a code or order is looked up each time, and a form without scripts is as it was typed. */
const typed = ["promo", "product", "from_amount", "to_amount", "shown_from", "shown_to"];
const uncached: Readonly<Record<string, readonly string[]>> = {
  "/": [...typed, "cur_from", "cur_to", "amount_from", "amount_to"],
  "/exchange/usdt-to-paypal": [...typed, "repeat"],
  "/exchange/crypto-to-paypal": [...typed, "repeat"],
  "/exchange/paypal-invoice": [...typed, "repeat"],
  "/company/contact-us": ["order"],
  "/legal/terms": ["at"],
  "/legal/faq": ["q"],
  "/verify": ["receipt"],
};
const uncachedOfPair = ["from", "to", ...typed];
const pairQuery: Readonly<Record<string, RegExp>> = { period: /^(day|week|month|year)$/ };
/**
 * The cookies a cached page may depend on, and those about partners, which no cached page shows. Visitors with any other cookie, above
 * all a session, bypass the cache.
 */
const cookieNames: ReadonlySet<string> = new Set([
  languageCookieName,
  "theme",
  "zone",
  consentCookieName,
  "partner",
  "__Host-partner",
  partnerAnswerCookieName,
]);

/** Pages of pairs: which exist only the service knows, and a page that does not exist is not kept. */
const pairPath = /^(?:\/[A-Z][a-z])?\/pairs\/[a-z\d-]{3,60}$/;

/** Whether the path is cacheable: a lookup, since every request passes here. */
export function isPublicPath(path: string): boolean {
  return publicPaths.has(path) || pairPath.test(path);
}

/** Null for a request that only Remix may answer. `cookies` and `languages` are request headers. */
export function pageKeyOf(
  request: FrontRequest,
  cookies: string,
  languages: string,
  consentText: string | null,
): PageKey | null {
  const { path, lang: prefix } = splitPath(request.path);
  const query = sortedQuery(path, request.search);
  if (query === null || !namesOf(cookies).every((name) => cookieNames.has(name))) return null;
  const url = `http://${request.host}${request.path}${query && `?${query}`}`;
  const sent = new Request(url, { headers: { cookie: cookies, "accept-language": languages } });
  const [lang, theme, zone] = [langOf(sent), themeOf(sent), zoneOf(sent)?.toLowerCase() ?? null];
  const answer = consentText === null ? null : consentOf(cookies, headerOf(request, "sec-gpc"), consentText).answer;
  // A signal and a No are one page: nothing is asked and nothing loaded. The time of the answer is in no page.
  const consent = answer === null || answer === "ask" ? null : answer === "yes" ? "yes" : "no";
  const cookie = [theme && `theme=${theme}`, zone && `zone=${zone}`, consent && `consent=${consent}.${consentText}.0`]
    .filter(Boolean)
    .join("; ");
  return {
    text: [url, lang, theme ?? "", zone ?? "", consent ?? ""].join(" "),
    hasConsent: consent === "yes",
    path,
    url,
    headers: { "accept-language": lang, host: request.host, ...(cookie && { cookie }) },
    vary: [!prefix && "Accept-Language", "Cookie", consentText && "Sec-GPC", "Accept-Encoding"]
      .filter(Boolean)
      .join(", "),
  };
}

/** What the page reads of the query, in canonical order; null when only Remix may answer it. */
function sortedQuery(path: string, search: string): string | null {
  if (search === "") return "";
  const isPair = path.startsWith("/pairs/");
  const patterns = new Map(Object.entries(isPair ? pairQuery : (queries[path] ?? {})));
  const uncachedParameters = isPair ? uncachedOfPair : uncached[path];
  const read = [...new URLSearchParams(search)].filter(
    ([name]) => patterns.has(name) || name === "partner" || uncachedParameters?.includes(name),
  );
  // Parsers disagree about a repeated name.
  if (new Set(read.map(([name]) => name)).size < read.length) return null;
  if (!read.every(([name, value]) => patterns.get(name)?.test(value))) return null;
  return new URLSearchParams(read.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

function namesOf(cookies: string): string[] {
  return cookies
    .split(";")
    .map((pair) => pair.split("=")[0]?.trim() ?? "")
    .filter((name) => name !== "");
}
