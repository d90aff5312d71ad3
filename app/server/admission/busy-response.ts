import { inEachLanguage, type Lang } from "../../../contract/values/languages.ts";
import type { Https } from "../../http/response/security-headers.ts";
import { firstLang, splitPath } from "../../i18n/languages.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { type CachedResponse, type FrontRequest, headerOf } from "../front-request.ts";
import { plainPage, plainPageHeaders } from "../plain-page.ts";
import { isApiPath } from "../steps/origin.ts";
import { dataHeaders } from "../write.ts";
import { busyFormReply } from "./busy-form-reply.ts";

const retryAfterSeconds = 5;

/** The answer to a refused request: bytes made at the start, since refusing must cost next to nothing. */
export function busyResponses(https: Https): (request: FrontRequest) => CachedResponse {
  const pages = inEachLanguage((lang) => busyResponse(pageOf(lang), plainPageHeaders(lang, https)));
  const problems = inEachLanguage((lang) => busyResponse(problemOf(lang), problemHeaders(https)));
  const formReplies = inEachLanguage((lang) =>
    busyResponse(busyFormReply(translator(lang)("problems:overloaded")), formReplyHeaders(https)),
  );
  const madeFor = (request: FrontRequest) => {
    // Posted by scripts.
    const isForm = request.method === "POST" && request.path.endsWith(".data");
    return (isForm ? formReplies : isApiPath(request.path) ? problems : pages)[languageOf(request)];
  };
  return (request) => {
    const busyPage = madeFor(request);
    // Connections of visitors who come back in a few seconds would add up; a proxy uses its own for the next visitor.
    return request.viaProxy ? busyPage : { ...busyPage, isLast: true };
  };
}

/** The language of the address, or else the first of the browser's. */
function languageOf(request: FrontRequest): Lang {
  return splitPath(request.path).lang ?? firstLang(headerOf(request, "accept-language"));
}

function busyResponse(text: string, headers: Record<string, string | string[]>): CachedResponse {
  const body = Buffer.from(text);
  const all = {
    ...headers,
    "retry-after": String(retryAfterSeconds),
    "cache-control": "no-store",
    "content-length": String(body.byteLength),
  };
  return { status: 503, rawHeaders: Object.entries(all).flat(2), body, kind: "cached" };
}

function pageOf(lang: Lang): string {
  const t = translator(lang);
  return plainPage(lang, { title: t("errors:busy.title"), description: t("errors:busy.description") });
}

function problemOf(lang: Lang): string {
  const t = translator(lang);
  return JSON.stringify({
    type: "/problems/overloaded",
    title: t("errors:busy.title"),
    detail: t("problems:overloaded"),
    status: 503,
    code: "overloaded",
    retry_after_seconds: retryAfterSeconds,
  });
}

function problemHeaders(https: Https) {
  return dataHeaders({ "content-type": "application/problem+json" }, https);
}

function formReplyHeaders(https: Https) {
  return dataHeaders({ "content-type": "text/x-script", "x-remix-response": "yes" }, https);
}
