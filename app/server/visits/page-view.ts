import { isLang, type Lang } from "../../../contract/values/languages.ts";
import { referrerPattern } from "../../../contract/visits/page-views.ts";
import { fallback, splitPath } from "../../i18n/languages.ts";
import { type FrontRequest, type FrontResponse, headerOf } from "../front-request.ts";
import { isPublicPath } from "../pages/page-key.ts";
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
export function pageViewOf(request: FrontRequest, response: FrontResponse): PageView | undefined {
  const { method, path, facts } = request;
  if (method !== "GET" || facts.refusal || !isPage(request, response)) return undefined;
  const destination = headerOf(request, "sec-fetch-dest");
  if (destination !== undefined && destination !== "document") return undefined;
  if (isPrefetch(request)) return undefined;
  const from = refererOf(request);
  if (from?.host === request.host && from.pathname === path) return undefined;
  return {
    page: pagePattern(path, facts.route ?? ""),
    language: splitPath(path).lang ?? languageOf(response),
    referrer: from ? foreignHost(from, request.host) : "",
    isBot: isBot(headerOf(request, "user-agent")),
  };
}

function isPage({ path, facts }: FrontRequest, response: FrontResponse): boolean {
  if (response.status !== 200 && response.status !== 304) return false;
  if (response.kind === "cached") return isPublicPath(path);
  return (
    response.kind === "page" &&
    facts.route !== null &&
    response.status === 200 &&
    String(response.headers["content-type"]).startsWith("text/html")
  );
}

function refererOf(request: FrontRequest): URL | null {
  const referer = headerOf(request, "referer");
  return referer !== undefined && URL.canParse(referer) ? new URL(referer) : null;
}

/** Empty for ours, and for what is no host of a site. */
function foreignHost({ host, hostname, protocol }: URL, ownHost: string): string {
  if (host === ownHost || !/^https?:$/.test(protocol)) return "";
  const name = hostname.replace(/^www\./, "");
  return name.length <= longestReferrer && referrerPattern.test(name) ? name : "";
}

/** Of an address without a language. */
function languageOf(response: FrontResponse): Lang {
  const lang =
    response.kind === "cached"
      ? response.rawHeaders[response.rawHeaders.indexOf("content-language") + 1]
      : response.headers["content-language"]?.toString();
  return lang !== undefined && isLang(lang) ? lang : fallback;
}
