import { createHash } from "node:crypto";
import { inEachLanguage, type Lang } from "../../../contract/values/languages.ts";
import { policyHeader, securityHeaders } from "../../http/response/security-headers.ts";
import { splitPath } from "../../i18n/languages.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { isApiPath } from "../steps/origin.ts";
import { type CachedAnswer, headerOf, type Visit } from "../visit.ts";
import { dataHeaders } from "../write.ts";
import { busyFormReply } from "./busy-form-reply.ts";

const retryAfterSeconds = 5;
const style =
  ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}";
const styleHash = createHash("sha256").update(style).digest("base64");

/** The answer to a refused request: bytes made at the start, since refusing must cost next to nothing. */
export function busyAnswers(https: boolean): (visit: Visit) => CachedAnswer {
  const pages = inEachLanguage((lang) => answer(pageOf(lang), pageHeaders(lang, https)));
  const problems = inEachLanguage((lang) => answer(problemOf(lang), problemHeaders(https)));
  const formReply = answer(busyFormReply, formReplyHeaders(https));
  const madeFor = (visit: Visit) => {
    // Posted by scripts.
    if (visit.method === "POST" && visit.path.endsWith(".data")) return formReply;
    return (isApiPath(visit.path) ? problems : pages)[languageOf(visit)];
  };
  return (visit) => {
    const made = madeFor(visit);
    // Connections of visitors who come back in a few seconds would add up; a proxy uses its own for the next visitor.
    return visit.viaProxy ? made : { ...made, isLast: true };
  };
}

/** The language of the address, or else the first of the browser's. */
function languageOf(visit: Visit): Lang {
  const { lang } = splitPath(visit.path);
  if (lang) return lang;
  return /^\s*ru\b/i.test(headerOf(visit, "accept-language") ?? "") ? "ru" : "en";
}

function answer(text: string, headers: Record<string, string | string[]>): CachedAnswer {
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
  return [
    `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8"><title>${t("errors:busy.title")}</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">`,
    `<style>${style}</style></head><body><main><h1>${t("errors:busy.title")}</h1>`,
    `<p>${t("errors:busy.description")}</p><p><a href="">${t("errors:tryAgain")}</a></p></main></body></html>`,
  ].join("");
}

function pageHeaders(lang: Lang, https: boolean) {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-language": lang,
    ...securityHeaders({ scripts: "'none'", https, development: false }),
    [policyHeader]: `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  };
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

function problemHeaders(https: boolean) {
  return dataHeaders({ "content-type": "application/problem+json" }, https);
}

function formReplyHeaders(https: boolean) {
  return dataHeaders({ "content-type": "text/x-script", "x-remix-response": "yes" }, https);
}
