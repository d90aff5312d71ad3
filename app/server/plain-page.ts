import { createHash } from "node:crypto";
import type { Lang } from "../../contract/values/languages.ts";
import { type Https, policyHeader, securityHeaders } from "../http/response/security-headers.ts";
import { translator } from "../i18n/texts/texts.server.ts";

const style =
  ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}";
const styleHash = createHash("sha256").update(style).digest("base64");

/** A page of one sentence that no route renders: made at the start, for requests that must cost next to nothing. */
export function plainPage(lang: Lang, { title, description }: { title: string; description: string }): string {
  return [
    `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">`,
    `<style>${style}</style></head><body><main><h1>${title}</h1>`,
    `<p>${description}</p><p><a href="">${translator(lang)("errors:tryAgain")}</a></p></main></body></html>`,
  ].join("");
}

export function plainPageHeaders(lang: Lang, https: Https): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-language": lang,
    ...securityHeaders({ scripts: "'none'", https, development: false }),
    [policyHeader]: `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  };
}
