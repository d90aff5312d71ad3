import type { EmbeddedService, PublicCall } from "../../api/transport.server.ts";
import { holds } from "../encodings.ts";
import { headersOf } from "../remix.ts";
import { isApiPath } from "../steps/origin.ts";
import { type Answer, type AnswerHeaders, headerOf, type MadeAnswer, type Step, type Visit } from "../visit.ts";
import { dataHeaders } from "../write.ts";
import { VisitorRequest } from "./service-request.ts";

/** Larger than any call: the rest is not read. The service has its own limits per call. */
const longestBytes = 1024 * 1024;
/** Passed to the service in place of a longer body, which it refuses by its size. */
const tooLong = new Uint8Array(longestBytes + 1);

type Service = Pick<EmbeddedService, "answers" | "fetch">;
type Found = NonNullable<Awaited<ReturnType<Service["answers"]["take"]>>>;
export type CachedAnswer = Found["answer"];

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
    store(new CachedCall(answer.headers, answer.body, https));
  return answer;
}

/** Most computed quotes are asked for once: headers are prepared at the second request. */
class CachedCall {
  readonly bytes: Uint8Array;
  readonly etag: string | undefined;
  readonly #headers: () => AnswerHeaders;
  #rawHeaders: string[] | undefined;

  constructor(given: AnswerHeaders, bytes: Uint8Array, https: boolean) {
    this.bytes = bytes;
    this.etag = given.etag?.toString().replace(/^W\//, "");
    this.#headers = () => {
      const { "x-request-id": _, ratelimit: __, ...headers } = dataHeaders(given, https);
      return headers;
    };
  }

  get rawHeaders(): readonly string[] {
    this.#rawHeaders ??= rawHeaders({ ...this.#headers(), "content-length": String(this.bytes.byteLength) });
    return this.#rawHeaders;
  }

  get rawUnchanged(): readonly string[] {
    const { "content-type": _, ...unchanged } = this.#headers();
    return rawHeaders(unchanged);
  }
}

function rawHeaders(headers: AnswerHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one]));
}

function sent(visit: Visit, { answer, rateLimit }: Found): Answer {
  const { bytes, etag } = answer;
  const ownHeaders = rateLimit === undefined ? [] : ["ratelimit", rateLimit];
  if (etag !== undefined && holds(visit, etag)) {
    return { status: 304, rawHeaders: answer.rawUnchanged, ownHeaders, body: null, kind: "cached" };
  }
  return { status: 200, rawHeaders: answer.rawHeaders, ownHeaders, body: bytes, kind: "cached" };
}

async function madeAnswer(visit: Visit, service: Service): Promise<MadeAnswer | undefined> {
  const hasBody = visit.method !== "GET" && visit.method !== "HEAD";
  const sentBytes = hasBody ? await bodyOf(visit) : null;
  // A disconnected client gets no response.
  if (sentBytes === undefined) return undefined;
  const peer = { address: visit.facts.clientAddress, isTrusted: false, logsCalls: true };
  const response = await service.fetch(new VisitorRequest(visit, sentBytes), peer);
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const bytes = isStream || !response.body ? response.body : new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: headersOf(response), body: bytes, kind: "service" };
}

/** Longer than `longestBytes` when the body is; undefined when the client disconnected. */
function bodyOf(visit: Visit): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { incoming } = visit;
  if (Number(headerOf(visit, "content-length") ?? 0) > longestBytes) return Promise.resolve(tooLong);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.byteLength;
      if (length > longestBytes) resolve(tooLong);
      else chunks.push(chunk);
    });
    incoming.once("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    incoming.once("close", () => resolve(undefined));
  });
}
