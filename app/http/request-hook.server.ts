import { randomBytes, randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../env.server.ts";
import { splitPath } from "../i18n/languages.ts";
import { cacheControl } from "./cache-rules.ts";
import { endCleanlyOnSignal } from "./clean-end.server.ts";
import { clientAddress, trustedBy } from "./client-address.server.ts";
import { enter, isStopping, leave } from "./in-flight.server.ts";
import { makeServerWith } from "./own-server.server.ts";
import { isUnlistedPath, showsGoogleButton } from "./page-rules.ts";
import { refusalOf } from "./refusal.server.ts";
import { factsHeader, forgetFacts, keepFacts, type RequestFacts } from "./request-facts.server.ts";
import { repairedUrl, withoutGoogleAnswer, withoutOrderToken } from "./request-url.ts";
import { policyHeader, securityHeaders, showsLetter } from "./security-headers.ts";

/**
 * remix-serve has no place for middleware. Node announces every request on this channel before any handler sees
 * it, and what is changed here is what Express, its logger and Remix receive. See docs/decisions/010.
 */
type Announcement = { request: IncomingMessage; response: ServerResponse };

const isTrusted = trustedBy(env.TRUSTED_PROXIES);
const https = env.PUBLIC_ORIGIN?.startsWith("https://") ?? false;
const development = env.NODE_ENV === "development";
const retryAfterSeconds = 30;
/** A page of the service and a letter have a stricter policy, with nothing of ours in it. */
const ownPolicy = /^\/(api\/v1\/|mailbox\/[^/]+\/html$)/;
const forwardedHeaders = /^(x-forwarded-|forwarded$|x-real-ip$|x-client-ip$|cf-connecting-ip$|true-client-ip$)/;

function onRequest({ request, response }: Announcement): void {
  const key = randomUUID();
  const peer = request.socket.remoteAddress ?? "";
  const viaProxy = isTrusted(clientAddress(peer, undefined, isTrusted));
  const address = clientAddress(peer, header(request, "x-forwarded-for"), isTrusted);
  const id = (viaProxy ? saneId(header(request, "x-request-id")) : null) ?? key;
  fixHost(request, viaProxy);
  for (const name of Object.keys(request.headers)) {
    if (forwardedHeaders.test(name)) delete request.headers[name];
  }
  // The proxy compresses; twice would cost more than the page.
  if (viaProxy) delete request.headers["accept-encoding"];

  const { url: withAnswer, token } = withoutOrderToken(repairedUrl(request.url ?? "/"));
  const { url, answer } = withoutGoogleAnswer(withAnswer);
  const refusal = refusalOf(request, url, env.PUBLIC_ORIGIN);
  request.url = refusal ? turnAway(request, url) : url;

  const nonce = randomBytes(16).toString("base64url");
  const stream = enter();
  const facts: RequestFacts = {
    id,
    receivedAt: new Date(),
    receivedMs: performance.now(),
    answering: false,
    retryAfterSeconds: null,
    personal: false,
    clientAddress: address,
    nonce,
    orderToken: token,
    googleAnswer: answer,
    signal: stream.signal,
    refusal,
  };
  keepFacts(key, facts);
  request.headers[factsHeader] = key;
  response.on("close", () => {
    forgetFacts(key);
    leave(stream);
  });
  setHeaders(response, facts, splitPath(url.split("?")[0] ?? "/").path);
}

/** Sends the request to the page that explains; its own page must not see it. */
function turnAway(request: IncomingMessage, url: string): string {
  const prefix = url.match(/^\/(En|Ru)(?=[/?]|$)/)?.[0] ?? "";
  request.method = "GET";
  return `${prefix}/refused`;
}

/**
 * Has the last word on the headers: they are set when the head is written, over whatever was said before. Remix adds
 * headers instead of replacing them, so that one set earlier would be sent twice.
 */
function setHeaders(response: ServerResponse, facts: RequestFacts, path: string): void {
  const { id, nonce } = facts;
  const framesOwn = showsLetter(path);
  const googleScript = env.GOOGLE_CLIENT_ID && showsGoogleButton(path) ? env.GSI_SRC : undefined;
  const fixed = { ...securityHeaders({ nonce, https, development, framesOwn, googleScript }), "X-Request-Id": id };
  const writeHead = response.writeHead;
  const lastWord = (...args: unknown[]) => {
    for (const [name, value] of Object.entries(fixed)) {
      const hasOwn = name === policyHeader && ownPolicy.test(path) && response.hasHeader(name);
      if (!hasOwn) response.setHeader(name, value);
    }
    if (isUnlistedPath(path)) response.setHeader("X-Robots-Tag", "noindex");
    const given = response.getHeader("Cache-Control");
    response.setHeader(
      "Cache-Control",
      cacheControl(path, given === undefined ? undefined : String(given), facts.personal),
    );
    // Whoever finds a service down or busy is told when to come back, also where a page forgot to say it.
    if ((response.statusCode >= 502 || response.statusCode === 429) && !response.hasHeader("Retry-After")) {
      response.setHeader("Retry-After", facts.retryAfterSeconds ?? retryAfterSeconds);
    }
    facts.answering = true;
    if (isStopping()) response.setHeader("Connection", "close");
    return Reflect.apply(writeHead, response, args);
  };
  Object.defineProperty(response, "writeHead", { value: lastWord, configurable: true, writable: true });
}

/** Remix compares Origin with Host; behind a proxy both must be what the visitor sees. */
function fixHost(request: IncomingMessage, viaProxy: boolean): void {
  const forwarded = viaProxy ? header(request, "x-forwarded-host") : undefined;
  const host = env.PUBLIC_ORIGIN ? new URL(env.PUBLIC_ORIGIN).host : (forwarded ?? request.headers.host);
  request.headers.host = host && URL.canParse(`http://${host}`) ? host : "localhost";
}

function header(request: IncomingMessage, name: string): string | undefined {
  return [request.headers[name] ?? []].flat().join(",") || undefined;
}

function saneId(id: string | undefined): string | null {
  return id && /^[\w-]{8,100}$/.test(id) ? id : null;
}

function isAnnouncement(message: unknown): message is Announcement {
  return typeof message === "object" && message !== null && "request" in message && "response" in message;
}

declare global {
  /** Development loads this module again after every change: the newest one answers, one subscription stays. */
  var kursaOnRequest: ((announcement: Announcement) => void) | undefined;
}
if (!globalThis.kursaOnRequest) {
  subscribe("http.server.request.start", (message) => {
    if (isAnnouncement(message)) globalThis.kursaOnRequest?.(message);
  });
  const behindProxy = env.TRUSTED_PROXIES.length > 0;
  makeServerWith({ behindProxy });
  endCleanlyOnSignal({ behindProxy });
}
globalThis.kursaOnRequest = onRequest;
