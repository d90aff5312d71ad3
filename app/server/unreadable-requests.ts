import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { inEachLanguage, type Lang } from "../../contract/values/languages.ts";
import type { Https } from "../http/response/security-headers.ts";
import { firstLang, splitPath } from "../i18n/languages.ts";
import { translator } from "../i18n/texts/texts.server.ts";
import { plainPage, plainPageHeaders } from "./plain-page.ts";
import { isApiPath } from "./steps/origin.ts";

type ReadError = Error & { code?: string; rawPacket?: Buffer };

/** Closing while the client still sends would reset the connection, and with it the answer. */
const lingerMilliseconds = 1000;

/**
 * Answers requests that Node's parser rejects before any step sees them. It would answer without a body, which browsers
 * show as an error of their own. One kind happens to visitors: cookies that have outgrown the headers. The page says what
 * helps, since every later request of that browser fails alike.
 */
export function answerUnreadableRequests(server: Server, https: Https): void {
  const pages = inEachLanguage((lang) => tooManyCookies(lang, https));
  const answered = new WeakSet<Duplex>();
  server.on("clientError", (error: ReadError, socket: Duplex) => {
    if (answered.has(socket)) return;
    answered.add(socket);
    if (!socket.writable || isAnswering(socket)) return void socket.destroy(error);
    const { path, headers } = requestOf(error.rawPacket);
    const isPage = error.code === "HPE_HEADER_OVERFLOW" && !isApiPath(path);
    socket.end(isPage ? pages[languageOf(path, headers)] : bareAnswer(error));
    setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
  });
}

/** Node keeps the answer that a connection is writing there; a second one in the middle of it would be read as its body. */
function isAnswering(socket: Duplex): boolean {
  return Reflect.get(Object(Reflect.get(socket, "_httpMessage")), "headersSent") === true;
}

/** The beginning of what was rejected, where it begins with the request: as far as it arrived in one piece. */
function requestOf(packet: Buffer | undefined): { path: string; headers: string } {
  const headers = packet?.toString("latin1") ?? "";
  return { path: /^[A-Z]+ (\/[^\s?#]*)/.exec(headers)?.[1] ?? "/", headers };
}

function languageOf(path: string, headers: string): Lang {
  return splitPath(path).lang ?? firstLang(/^accept-language:(.*)$/im.exec(headers)?.[1]);
}

const statusOf: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** As Node answers. */
function bareAnswer({ code = "" }: ReadError): string {
  return `HTTP/1.1 ${statusOf[code] ?? "400 Bad Request"}\r\nConnection: close\r\n\r\n`;
}

function tooManyCookies(lang: Lang, https: Https): Buffer {
  const t = translator(lang);
  const page = { title: t("cookies:tooMany.title"), description: t("cookies:tooMany.description") };
  const body = Buffer.from(plainPage(lang, page));
  const headers = {
    ...plainPageHeaders(lang, https),
    "cache-control": "no-store",
    "content-length": String(body.byteLength),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${statusOf.HPE_HEADER_OVERFLOW}\r\n${lines.join("")}\r\n`), body]);
}
