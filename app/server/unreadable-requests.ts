import { type Server, STATUS_CODES } from "node:http";
import { answerUnreadable, type ReadError, unreadableCode } from "../../contract/server/unreadable-requests.ts";
import { inEachLanguage, type Lang } from "../../contract/values/languages.ts";
import { problemStatus } from "../../contract/values/problem.ts";
import type { Https } from "../http/response/security-headers.ts";
import { firstLang, splitPath } from "../i18n/languages.ts";
import { translator } from "../i18n/texts/texts.server.ts";
import { plainPage, plainPageHeaders } from "./plain-page.ts";
import { problemText } from "./steps/call-problem.ts";
import { isApiPath } from "./steps/origin.ts";
import { dataHeaders } from "./write.ts";

/**
 * Answers requests that Node's parser rejects before any step sees them. It would answer without a body, which browsers
 * show as an error of their own. One kind happens to visitors: cookies that have outgrown the headers. The page says what
 * helps, since every later request of that browser fails alike. A call gets a problem with its code.
 */
export function answerUnreadableRequests(server: Server, https: Https): void {
  const pages = inEachLanguage((lang) => tooManyCookies(lang, https));
  const answer = (error: ReadError, { path, head }: { path: string; head: string }) => {
    const code = unreadableCode(error);
    const accepted = /^accept-language:(.*)$/im.exec(head)?.[1];
    if (isApiPath(path)) {
      const headers = dataHeaders({ "content-type": "application/problem+json", "cache-control": "no-store" }, https);
      return written(problemStatus[code], headers, Buffer.from(problemText(code, accepted)));
    }
    const lang = splitPath(path).lang ?? firstLang(accepted);
    return code === "headers_too_large" ? pages[lang] : `${statusLine(problemStatus[code])}Connection: close\r\n\r\n`;
  };
  server.on("clientError", answerUnreadable(answer));
}

const statusLine = (status: number) => `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;

function tooManyCookies(lang: Lang, https: Https): Buffer {
  const t = translator(lang);
  const page = { title: t("cookies:tooMany.title"), description: t("cookies:tooMany.description") };
  const headers = { ...plainPageHeaders(lang, https), "cache-control": "no-store" };
  return written(problemStatus.headers_too_large, headers, Buffer.from(plainPage(lang, page)));
}

function written(status: number, headers: Readonly<Record<string, string | string[]>>, body: Buffer): Buffer {
  const all = { ...headers, "content-length": String(body.byteLength), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${statusLine(status)}${lines.join("")}\r\n`), body]);
}
