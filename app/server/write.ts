import { isUnlistedPath, scansAddresses, showsGoogleButton } from "../http/paths/page-rules.ts";
import { cacheControl } from "../http/response/cache-rules.ts";
import {
  type Https,
  policyHeader,
  scriptsWithNonce,
  securityHeaders,
  showsEmail,
  strictTransport,
} from "../http/response/security-headers.ts";
import { splitPath } from "../i18n/languages.ts";
import type { Sources } from "../settings/statistics.ts";
import type { CachedResponse, DynamicResponse, FrontRequest, FrontResponse, ResponseHeaders } from "./front-request.ts";
import type { Traffic } from "./traffic.ts";

export type WriterSettings = {
  https: Https;
  development: boolean;
  googleScript: string | undefined;
  /** What the third parties of a page need, by its path without language and its visitor's consent. */
  sourcesOf?: (request: FrontRequest, path: string) => readonly Sources[];
};
export type Writer = (request: FrontRequest, response: FrontResponse) => Promise<void> | void;

const retryAfterSeconds = 30;
const fileHeaders = { "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin" };

/** Writes responses: the only place that sets their headers. */
export function newWriter(traffic: Traffic, settings: WriterSettings): Writer {
  return (request, response) => {
    const { outgoing } = request;
    if (outgoing.headersSent || outgoing.destroyed) return;
    traffic.answering(request);
    if (response.kind === "cached") return writeCached(request, response, response.isLast || traffic.isStopping());
    const headers = completed(request, response, settings);
    if (traffic.isStopping()) headers.connection = "close";
    const { body } = response;
    if (body instanceof ReadableStream) return stream(request, response.status, headers, body);
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    if (bytes !== null) headers["content-length"] = String(bytes.byteLength);
    else if (mayHaveBody(request, response)) headers["content-length"] = "0";
    outgoing.writeHead(response.status, headers);
    outgoing.end(request.method === "HEAD" ? undefined : bytes);
  };
}

/** Prepared headers: converting them to an object and back would cost as much as the rest. */
function writeCached({ outgoing, facts, method }: FrontRequest, response: CachedResponse, isLast: boolean): void {
  const headers = [...response.rawHeaders, "x-request-id", facts.id];
  if (response.ownHeaders) headers.push(...response.ownHeaders);
  if (isLast) headers.push("connection", "close");
  outgoing.writeHead(response.status, headers);
  outgoing.end(method === "HEAD" ? undefined : response.body);
}

function mayHaveBody({ method }: FrontRequest, { status }: FrontResponse): boolean {
  return method !== "HEAD" && status !== 204 && status !== 304;
}

function completed(request: FrontRequest, response: DynamicResponse, settings: WriterSettings): ResponseHeaders {
  const { headers } = response;
  if (response.kind === "file") return { ...fileHeaders, ...headers };
  const isDocument = headers["content-type"]?.includes("text/html") ?? false;
  if (response.kind === "service" && !isDocument)
    return { ...dataHeaders(headers, settings.https), "x-request-id": request.facts.id };
  return pageHeaders(request, response, settings);
}

/** Headers of service data: its policy is stricter than a page's and sufficient. */
export function dataHeaders(headers: ResponseHeaders, https: Https): ResponseHeaders {
  return {
    ...fileHeaders,
    ...headers,
    "x-robots-tag": "noindex",
    ...strictTransport(https),
  };
}

/** A response with its own CSP keeps it: the service's, and an email's. */
function pageHeaders(
  request: FrontRequest,
  { status, headers }: DynamicResponse,
  settings: WriterSettings,
): ResponseHeaders {
  const { facts } = request;
  const { path } = splitPath(request.path);
  const googleScript = showsGoogleButton(path) ? settings.googleScript : undefined;
  // A response without a nonce has no scripts.
  const scripts = facts.nonce === undefined ? "'none'" : scriptsWithNonce(facts.nonce);
  const security = securityHeaders({
    ...settings,
    scripts,
    framesOwn: showsEmail(path),
    camera: status !== 404 && scansAddresses(path),
    googleScript,
    sources: settings.sourcesOf?.(request, path) ?? [],
  });
  const all: ResponseHeaders = { ...headers, ...security, "x-request-id": facts.id };
  if (headers[policyHeader] !== undefined) all[policyHeader] = headers[policyHeader];
  // The address has a key: no referrer repeats it, not even to our own pages. Forms still send their origin.
  if (facts.orderToken !== null) all["referrer-policy"] = "strict-origin";
  if (isUnlistedPath(path)) all["x-robots-tag"] = "noindex";
  all["cache-control"] = cacheControl(path, headers["cache-control"]?.toString(), facts.personal);
  // Adds Retry-After when the service is down or busy, also when a page did not set it.
  if (status >= 502 || status === 429) all["retry-after"] ??= String(facts.retryAfterSeconds ?? retryAfterSeconds);
  return all;
}

/** Pipes a stream at the client's speed until either side ends it. */
async function stream(
  { outgoing, method, facts }: FrontRequest,
  status: number,
  headers: ResponseHeaders,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  outgoing.writeHead(status, headers);
  const reader = body.getReader();
  if (method === "HEAD") {
    outgoing.end();
    return reader.cancel();
  }
  outgoing.flushHeaders();
  const leave = () => void reader.cancel().catch(() => {});
  outgoing.once("close", leave);
  // Event streams are endless. They end with the server: the browser then reconnects.
  if (headers["content-type"]?.includes("text/event-stream")) facts.signal.addEventListener("abort", leave);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!outgoing.write(part.value)) await drained(outgoing);
      if (outgoing.destroyed) return;
    }
    outgoing.off("close", leave);
    outgoing.end();
  } catch {
    // The source failed: destroys the connection, so that nobody takes the response for complete.
    outgoing.destroy();
  }
}

function drained(outgoing: FrontRequest["outgoing"]): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off("drain", go).off("close", go);
      resolve();
    };
    outgoing.on("drain", go).on("close", go);
  });
}
