import type { EmbeddedService, PublicCall } from "../../api/transport.server.ts";
import { holds } from "../encodings.ts";
import { headersOf, visitorHeaders } from "../remix.ts";
import { isApiPath } from "../steps/origin.ts";
import { type Answer, type AnswerHeaders, headerOf, type MadeAnswer, type Step, type Visit } from "../visit.ts";
import { dataHeaders } from "../write.ts";

/** Larger than any call: the rest is not read. The service has its own limits per call. */
const longestBytes = 1024 * 1024;
/** Headers of the connection, of the site, or trusted by the service from the site only. */
export const keptBack = ["connection", "cookie", "client-address", "client-agent", "client-secret"];

type Service = Pick<EmbeddedService, "answers" | "fetch">;
export type CachedCall = NonNullable<Awaited<ReturnType<Service["answers"]["take"]>>>;

/** The embedded service under the site's address, for integrators and rail callbacks. */
export function embeddedApiStep(service: Service, https: boolean): Step {
  return (visit) => {
    if (!isApiPath(visit.path)) return undefined;
    const call = publicCall(visit);
    return call && service.answers.covers(call)
      ? cachedAnswer(visit, service, call, https)
      : madeAnswer(visit, service);
  };
}

/** Undefined when the response may depend on more than this. */
function publicCall(visit: Visit): PublicCall | undefined {
  const { method, path, search, facts } = visit;
  if (method !== "GET" || headerOf(visit, "authorization") !== undefined) return undefined;
  return { path, search, clientId: (headerOf(visit, "client-id") ?? "").trim(), address: facts.clientAddress };
}

async function cachedAnswer(
  visit: Visit,
  service: Service,
  call: PublicCall,
  https: boolean,
): Promise<Answer | undefined> {
  const cached = await service.answers.take(call);
  if (cached) return sent(visit, cached);
  const store = service.answers.making(call);
  const answer = await madeAnswer(visit, service);
  if (answer?.status === 200 && answer.body instanceof Uint8Array)
    store(cachedCall(answer.headers, answer.body, https));
  return answer;
}

function cachedCall(given: AnswerHeaders, bytes: Uint8Array, https: boolean): CachedCall {
  const { "x-request-id": _, ...headers } = dataHeaders(given, https);
  const { "content-type": __, ...unchanged } = headers;
  return {
    bytes,
    etag: headers.etag?.toString().replace(/^W\//, ""),
    rawHeaders: rawHeaders({ ...headers, "content-length": String(bytes.byteLength) }),
    rawUnchanged: rawHeaders(unchanged),
  };
}

function rawHeaders(headers: AnswerHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one]));
}

function sent(visit: Visit, { bytes, etag, rawHeaders, rawUnchanged }: CachedCall): Answer {
  if (etag !== undefined && holds(visit, etag)) {
    return { status: 304, rawHeaders: rawUnchanged, body: null, kind: "cached" };
  }
  return { status: 200, rawHeaders, body: bytes, kind: "cached" };
}

async function madeAnswer(visit: Visit, service: Service): Promise<MadeAnswer | undefined> {
  const { method, path, search, facts } = visit;
  const headers = visitorHeaders(visit);
  for (const name of keptBack) headers.delete(name);
  if (!facts.isLocal) headers.set("x-forwarded-for", facts.clientAddress ?? "unknown");
  headers.set("x-request-id", facts.id);
  const init: RequestInit = { method, headers, signal: facts.signal };
  if (method !== "GET" && method !== "HEAD") {
    const body = await bodyOf(visit);
    // A disconnected client gets no response.
    if (body === undefined) return undefined;
    headers.delete("transfer-encoding");
    headers.set("content-length", String(body?.byteLength ?? longestBytes + 1));
    init.body = body ?? new Uint8Array();
  }
  const peer = { address: facts.clientAddress, isTrusted: false };
  const response = await service.fetch(new Request(`http://service.internal${path}${search}`, init), peer);
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const bytes = isStream || !response.body ? response.body : new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: headersOf(response), body: bytes, kind: "service" };
}

/** Null when it is larger than any call; undefined when the client disconnected. */
function bodyOf(visit: Visit): Promise<Uint8Array<ArrayBuffer> | null | undefined> {
  const { incoming } = visit;
  if (Number(headerOf(visit, "content-length") ?? 0) > longestBytes) return Promise.resolve(null);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.byteLength;
      if (length > longestBytes) resolve(null);
      else chunks.push(chunk);
    });
    incoming.once("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    incoming.once("close", () => resolve(undefined));
  });
}
