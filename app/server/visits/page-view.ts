import { isLang, type Lang } from "../../../contract/values/languages.ts";
import { referrerPattern } from "../../../contract/visits/page-views.ts";
import { fallback, splitPath } from "../../i18n/languages.ts";
import { isPublicPath } from "../pages/page-key.ts";
import { type FrontResponse, headerOf, type Visit } from "../visit.ts";
import { isBot } from "./bots.ts";
import { pagePattern } from "./page-pattern.ts";
import { isPrefetch } from "./prefetch.ts";

/** One opened page. Nothing in it belongs to its visitor. */
export type PageView = { page: string; language: Lang; referrer: string; isBot: boolean };

const longestReferrer = 100;

/**
 * The page view of an answered request; undefined for what is not one: data, files, errors, a page that the browser only
 * prefetches, and one that reloads itself or follows its own form.
 */
export function pageViewOf(visit: Visit, answer: FrontResponse): PageView | undefined {
  const { method, path, facts } = visit;
  if (method !== "GET" || facts.refusal || !isPage(visit, answer)) return undefined;
  const destination = headerOf(visit, "sec-fetch-dest");
  if (destination !== undefined && destination !== "document") return undefined;
  if (isPrefetch(visit)) return undefined;
  const from = refererOf(visit);
  if (from?.host === visit.host && from.pathname === path) return undefined;
  return {
    page: pagePattern(path, facts.route ?? ""),
    language: splitPath(path).lang ?? languageOf(answer),
    referrer: from ? foreignHost(from, visit.host) : "",
    isBot: isBot(headerOf(visit, "user-agent")),
  };
}

function isPage({ path, facts }: Visit, answer: FrontResponse): boolean {
  if (answer.status !== 200 && answer.status !== 304) return false;
  if (answer.kind === "cached") return isPublicPath(path);
  return (
    answer.kind === "page" &&
    facts.route !== null &&
    answer.status === 200 &&
    String(answer.headers["content-type"]).startsWith("text/html")
  );
}

function refererOf(visit: Visit): URL | null {
  const referer = headerOf(visit, "referer");
  return referer !== undefined && URL.canParse(referer) ? new URL(referer) : null;
}

/** Empty for ours, and for what is no host of a site. */
function foreignHost({ host, hostname, protocol }: URL, ours: string): string {
  if (host === ours || !/^https?:$/.test(protocol)) return "";
  const name = hostname.replace(/^www\./, "");
  return name.length <= longestReferrer && referrerPattern.test(name) ? name : "";
}

/** Of an address without a language. */
function languageOf(answer: FrontResponse): Lang {
  const lang =
    answer.kind === "cached"
      ? answer.rawHeaders[answer.rawHeaders.indexOf("content-language") + 1]
      : answer.headers["content-language"]?.toString();
  return lang !== undefined && isLang(lang) ? lang : fallback;
}
