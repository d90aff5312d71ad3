import type { Endpoint } from "../../../contract/calls/endpoint.ts";
import { endpoints } from "../../../contract/calls/endpoints.ts";
import type { EmbeddedService, PublicCall } from "../../api/transport.server.ts";
import type { Https } from "../../http/response/security-headers.ts";
import { holds } from "../encodings.ts";
import { headersOf } from "../remix.ts";
import { isApiPath } from "../steps/origin.ts";
import { type BodyReader, unreadAnswer } from "../steps/read-body.ts";
import { type AnswerHeaders, type FrontResponse, headerOf, type MadeAnswer, type Step, type Visit } from "../visit.ts";
import { dataHeaders } from "../write.ts";
import { VisitorRequest } from "./service-request.ts";

/** Of calls with a picture or an email in them more; the service refuses what is longer by its size. */
const usualBytes = Math.min(...Object.values<Endpoint>(endpoints).map(({ bodyLimitBytes }) => bodyLimitBytes));
const longestBytes = new Map(
  Object.values<Endpoint>(endpoints)
    .filter(({ bodyLimitBytes }) => bodyLimitBytes > usualBytes)
    .map(({ path, bodyLimitBytes }) => [`/api/v1/${path}`, bodyLimitBytes]),
);

type Service = Pick<EmbeddedService, "answers" | "fetch">;
type ReadyAnswer = NonNullable<Awaited<ReturnType<Service["answers"]["take"]>>>;
export type CachedApiAnswer = ReadyAnswer["answer"];

/** Reads the body of a call, so that a slow client keeps nobody else waiting. */
export function callBodyStep(bodies: BodyReader, busy: (visit: Visit) => FrontResponse): Step {
  const read = async (visit: Visit): Promise<FrontResponse | undefined> => {
    const body = await bodies.read(visit, longestBytes.get(visit.path) ?? usualBytes);
    if (typeof body === "string") return unreadAnswer(body, visit, busy);
    visit.body = body;
    return undefined;
  };
  return (visit) => {
    const hasBody = visit.method !== "GET" && visit.method !== "HEAD";
    return isApiPath(visit.path) && hasBody ? read(visit) : undefined;
  };
}

/** Answers of the embedded service that are in its memory. */
export function cachedApiStep(service: Service): Step {
  return (visit) => {
    const call = isApiPath(visit.path) ? publicCall(visit) : undefined;
    return call && service.answers.covers(call) ? fromMemory(visit, service, call) : undefined;
  };
}

async function fromMemory(visit: Visit, service: Service, call: PublicCall): Promise<FrontResponse | undefined> {
  const cached = await service.answers.take(call);
  return cached && sent(visit, cached);
}

/** The embedded service under the site's address, for integrators and rail callbacks. */
export function embeddedApiStep(service: Service, https: Https): Step {
  return (visit) => {
    if (!isApiPath(visit.path)) return undefined;
    const call = publicCall(visit);
    return call && service.answers.covers(call)
      ? storedAnswer(visit, service, call, https)
      : madeAnswer(visit, service);
  };
}

/** Undefined when the response may depend on more than this. */
function publicCall(visit: Visit): PublicCall | undefined {
  const { method, path, search, facts } = visit;
  if (method !== "GET" || headerOf(visit, "authorization") !== undefined) return undefined;
  return { path, search, clientId: (headerOf(visit, "client-id") ?? "").trim(), address: facts.clientAddress };
}

async function storedAnswer(visit: Visit, service: Service, call: PublicCall, https: Https): Promise<FrontResponse> {
  const store = service.answers.making(call);
  const answer = await madeAnswer(visit, service);
  if (answer.status === 200 && answer.body instanceof Uint8Array)
    store(new CachedCall(answer.headers, answer.body, https));
  return answer;
}

/** Most computed quotes are asked for once: headers are prepared at the second request. */
class CachedCall {
  readonly bytes: Uint8Array;
  readonly etag: string | undefined;
  readonly #headers: () => AnswerHeaders;
  #rawHeaders: string[] | undefined;

  constructor(answerHeaders: AnswerHeaders, bytes: Uint8Array, https: Https) {
    this.bytes = bytes;
    this.etag = answerHeaders.etag?.toString().replace(/^W\//, "");
    this.#headers = () => {
      const { "x-request-id": _, ratelimit: __, ...headers } = dataHeaders(answerHeaders, https);
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

function sent(visit: Visit, { answer, rateLimit }: ReadyAnswer): FrontResponse {
  const { bytes, etag } = answer;
  const ownHeaders = rateLimit === undefined ? [] : ["ratelimit", rateLimit];
  if (etag !== undefined && holds(visit, etag)) {
    return { status: 304, rawHeaders: answer.rawUnchanged, ownHeaders, body: null, kind: "cached" };
  }
  return { status: 200, rawHeaders: answer.rawHeaders, ownHeaders, body: bytes, kind: "cached" };
}

async function madeAnswer(visit: Visit, service: Service): Promise<MadeAnswer> {
  const peer = { address: visit.facts.clientAddress, isTrusted: false, logsCalls: true };
  const response = await service.fetch(new VisitorRequest(visit), peer);
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const bytes = isStream || !response.body ? response.body : new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: headersOf(response), body: bytes, kind: "service" };
}
