import type { RequestHandler } from "@remix-run/node";
import type { MarketState } from "../../api/market-state.server.ts";
import { isUnlistedPath } from "../../http/paths/page-rules.ts";
import { prefetchRulesHeader } from "../../http/paths/prefetch-rules.ts";
import { pagesWithoutFigures } from "../../http/paths/public-pages.ts";
import { type Https, policyHeader, securityHeaders } from "../../http/response/security-headers.ts";
import { wholeBytesOf } from "../../http/response/whole-page.server.ts";
import type { Sources } from "../../settings/statistics.ts";
import type { Admit } from "../admission/admission-step.ts";
import { acceptedEncodings, type Encoding, holds } from "../encodings.ts";
import { Facts, type FrontRequest, type FrontResponse, headerOf, type Step, textResponse } from "../front-request.ts";
import { isApiPath } from "../steps/origin.ts";
import { isPrefetch } from "../visits/prefetch.ts";
import type { AddressLimit } from "./address-limit.ts";
import { CachedPage, type PageForm } from "./cached-page.ts";
import type { MarketVersion } from "./market-version.ts";
import { isPublicPath, type PageKey, pageKeyOf } from "./page-key.ts";
import type { PageStore } from "./page-store.ts";
import { scriptsByHash } from "./script-hashes.ts";

export type PageCacheParts = {
  remix: RequestHandler;
  store: PageStore<CachedPage>;
  market: MarketVersion;
  /** Of everything that is no file and no call, cached or not. */
  limit: AddressLimit;
  /** Of pages that browsers prefetch, so that they cost the visitor nothing. */
  prefetchLimit: AddressLimit;
  https: Https;
  elapsedMs: () => number;
  /** What every page loads from third parties. */
  sources?: readonly Sources[];
  /** The text visitors are asked to agree to, and what a page with consent loads; absent when nobody is asked. */
  consent?: { text: string; sources: readonly Sources[] } | undefined;
  /** Asked before a page is rendered for a visitor who waits for it. */
  admit: Admit;
};

/** From this age a page is rendered again, even without known changes, while visitors get the one in memory. */
const renewAfterMs = 15_000;
/** Greatest age of a page with more than prices, such as times of payouts or the figures of the rules. */
const maxAgeMs = 60_000;
/** How long after its last validation a stale page may be served while it is refreshed. */
const staleMs = 1000;
const isText: ReadonlySet<string> = new Set<string>(pagesWithoutFigures);
const cacheControl = "public, max-age=0, s-maxage=1, stale-while-revalidate=1";
const mostRequests = 1000;
const longestRequest = 800;

/** A request's headers with the resulting key and encoding; a null key goes to Remix. */
type KnownRequest = { key: PageKey | null; encoding: Encoding | undefined };

/**
 * Public pages for visitors without a session, from memory. A page is rendered from its key alone, so it contains
 * nothing of the visitor who requested it first; the service's rate limits count that visitor. All other requests for
 * pages pass here too, to be counted.
 */
export function pageCacheStep(parts: PageCacheParts): Step {
  const { store, market, limit, prefetchLimit, elapsedMs } = parts;
  const rendering = new Map<string, Promise<CachedPage | undefined>>();
  const knownRequest = requestMemory(parts.consent?.text ?? null);

  /** One render per key at a time. */
  const renewed = (key: PageKey, request: FrontRequest): Promise<CachedPage | undefined> => {
    const running = rendering.get(key.text);
    if (running) return running;
    const currentRender = renew(key, request, parts).finally(() => rendering.delete(key.text));
    rendering.set(key.text, currentRender);
    return currentRender;
  };
  const missed = async (
    key: PageKey,
    encoding: Encoding | undefined,
    request: FrontRequest,
  ): Promise<FrontResponse | undefined> => {
    const refusal = rendering.has(key.text) ? undefined : await parts.admit(request);
    if (refusal) return refusal;
    const page = await renewed(key, request);
    return page && sent(page, encoding, request, store);
  };

  return (request) => {
    if (isApiPath(request.path)) return undefined;
    const nowMs = elapsedMs();
    // Whatever its path, query and cookies: those may be invented to have a page made.
    const waitSeconds = (isPrefetch(request) ? prefetchLimit : limit).take(request.facts.clientAddress, nowMs);
    if (waitSeconds !== null) return tooMany(waitSeconds);
    if (!isPublicPath(request.path)) return undefined;
    const knownParts = knownRequest(request);
    if (!knownParts?.key) return undefined;
    const { key, encoding } = knownParts;
    const page = store.get(key.text);
    if (!page) return missed(key, encoding, request);
    const respond = (state: MarketState | null | undefined): FrontResponse | Promise<FrontResponse | undefined> => {
      const fitness = fitnessOf(page, key, state, nowMs);
      if (fitness === "wrong") return missed(key, encoding, request);
      if (fitness === "old") renewed(key, request).catch(() => {});
      return sent(page, encoding, request, store);
    };
    const state = market.current(nowMs);
    // Reading the state is cheap. An unchanged page is then sent without a place in the admission queue.
    if (!state && isUnconfirmed(page, nowMs)) return market.check(nowMs).then(respond);
    return respond(state);
  };

  function isUnconfirmed({ confirmedMs }: CachedPage, nowMs: number): boolean {
    return nowMs - confirmedMs > staleMs || confirmedMs <= market.changedMs();
  }

  /** `old`: may be sent while the next one is rendered. `wrong`: may not be sent any more. */
  function fitnessOf(
    page: CachedPage,
    key: PageKey,
    state: MarketState | null | undefined,
    nowMs: number,
  ): "right" | "old" | "wrong" {
    if (!state || page.version !== versionOf(key, state)) return isUnconfirmed(page, nowMs) ? "wrong" : "old";
    page.confirmedMs = nowMs;
    const ageMs = nowMs - page.renderedMs;
    if (ageMs < renewAfterMs) return "right";
    return ageMs < maxAgeMs || isText.has(key.path) ? "old" : "wrong";
  }
}

/** Cached parsing of request headers, for the next request with the same ones. */
function requestMemory(consentText: string | null): (request: FrontRequest) => KnownRequest | undefined {
  const requestsByText = new Map<string, KnownRequest>();
  return (request) => {
    const { incoming, method, facts, host, path, search } = request;
    if ((method !== "GET" && method !== "HEAD") || facts.refusal || facts.orderToken) return undefined;
    const { headers } = incoming;
    if (headers.authorization !== undefined) return undefined;
    const cookies = headers.cookie ?? "";
    const languages = headers["accept-language"] ?? "";
    const signal = consentText === null ? "" : (headerOf(request, "sec-gpc") ?? "");
    const text = `${path}${search}\n${host}\n${cookies}\n${languages}\n${headers["accept-encoding"] ?? ""}\n${signal}`;
    const cachedRequest = requestsByText.get(text);
    if (cachedRequest) return cachedRequest;
    if (text.length > longestRequest) return undefined;
    const parts = { key: pageKeyOf(request, cookies, languages, consentText), encoding: acceptedEncodings(request)[0] };
    if (requestsByText.size >= mostRequests) requestsByText.clear();
    requestsByText.set(text, parts);
    return parts;
  };
}

/**
 * The page for a key: rendered, unless the market is unchanged. Undefined for responses that must not be cached: a
 * refusal, a redirect, one that sets a cookie, a private one, or one with missing service data. Remix then answers each
 * request.
 */
async function renew(key: PageKey, request: FrontRequest, parts: PageCacheParts): Promise<CachedPage | undefined> {
  const { store, market, elapsedMs } = parts;
  const startedMs = elapsedMs();
  const state = await market.check(startedMs);
  if (!state) return undefined;
  const version = versionOf(key, state);
  const before = store.get(key.text);
  if (before?.version === version && startedMs - before.renderedMs < renewAfterMs && market.changedMs() < startedMs) {
    before.confirmedMs = startedMs;
    return before;
  }
  const facts = new Facts();
  facts.id = request.facts.id;
  facts.clientAddress = request.facts.clientAddress;
  facts.turn = request.facts.turn;
  const response = await parts.remix(new Request(key.url, { headers: key.headers }), facts);
  const bytes = wholeBytesOf(response);
  const isForAll = !response.headers.has("set-cookie") && !response.headers.has("cache-control") && !facts.personal;
  if (response.status !== 200 || !bytes || !isForAll || facts.callFailed) return undefined;
  const page = new CachedPage(bytes, headersOf(key, response, bytes, parts), version, startedMs);
  await page.compressedLike(before);
  // A page rendered before a change may be wrong: it is sent to those who requested it earlier, but not stored.
  if (market.changedMs() < startedMs) store.set(key.text, page);
  return page;
}

/** Pages without a calculator depend only on maintenance. */
function versionOf({ path }: PageKey, { market, maintenance }: MarketState): string {
  return path === "/" || path.startsWith("/exchange/") ? market : maintenance;
}

function headersOf(
  key: PageKey,
  response: Response,
  bytes: Uint8Array,
  { https, sources, consent }: PageCacheParts,
): Record<string, string> {
  const scripts = scriptsByHash(Buffer.from(bytes).toString());
  const security = securityHeaders({
    scripts,
    https,
    development: false,
    sources: [...(sources ?? []), ...(key.hasConsent && consent ? consent.sources : [])],
  });
  return {
    "content-type": response.headers.get("content-type") ?? "text/html; charset=utf-8",
    "content-language": response.headers.get("content-language") ?? "en",
    "cache-control": cacheControl,
    "speculation-rules": prefetchRulesHeader,
    vary: key.vary,
    ...(isUnlistedPath(key.path) && { "x-robots-tag": "noindex" }),
    ...security,
    [policyHeader]: security[policyHeader] ?? "",
  };
}

function sent(
  page: CachedPage,
  encoding: Encoding | undefined,
  request: FrontRequest,
  store: PageStore<CachedPage>,
): FrontResponse | Promise<FrontResponse> {
  const form = page.form(encoding);
  if (form) return answerWith(form, request);
  return page.compressed(encoding ?? "br").then((compressedForm) => {
    store.trim();
    return answerWith(compressedForm, request);
  });
}

function answerWith({ bytes, etag, rawHeaders, rawUnchanged }: PageForm, request: FrontRequest): FrontResponse {
  if (headerOf(request, "if-none-match") !== undefined && holds(request, etag)) {
    return { status: 304, rawHeaders: rawUnchanged, body: null, kind: "cached" };
  }
  return { status: 200, rawHeaders, body: bytes, kind: "cached" };
}

function tooMany(waitSeconds: number): FrontResponse {
  return textResponse(429, "Too many pages at once. Try again in a moment.\n", {
    "retry-after": String(waitSeconds),
    "cache-control": "no-store",
  });
}
