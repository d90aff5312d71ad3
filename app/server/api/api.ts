import { bodyLimitAt } from "../../../contract/calls/body-limits.ts";
import type { EmbeddedService, PublicCall } from "../../api/transport.server.ts";
import type { Https } from "../../http/response/security-headers.ts";
import { holds } from "../encodings.ts";
import {
  type DynamicResponse,
  type FrontRequest,
  type FrontResponse,
  headerOf,
  type ResponseHeaders,
  type Step,
} from "../front-request.ts";
import { headersOf } from "../remix.ts";
import { isApiPath } from "../steps/origin.ts";
import { type BodyReader, unreadAnswer } from "../steps/read-body.ts";
import { dataHeaders } from "../write.ts";
import { VisitorRequest } from "./service-request.ts";

type Service = Pick<EmbeddedService, "replies" | "fetch">;
type ReadyReply = NonNullable<Awaited<ReturnType<Service["replies"]["take"]>>>;
export type CachedApiReply = ReadyReply["response"];

/** Reads the body of a call, so that a slow client keeps nobody else waiting. */
export function callBodyStep(bodies: BodyReader, busy: (request: FrontRequest) => FrontResponse): Step {
  const read = async (request: FrontRequest): Promise<FrontResponse | undefined> => {
    const body = await bodies.read(request, bodyLimitAt(request.path));
    if (typeof body === "string") return unreadAnswer(body, request, busy);
    request.body = body;
    return undefined;
  };
  return (request) => {
    const hasBody = request.method !== "GET" && request.method !== "HEAD";
    return isApiPath(request.path) && hasBody ? read(request) : undefined;
  };
}

/** Answers of the embedded service that are in its memory. */
export function cachedApiStep(service: Service): Step {
  return (request) => {
    const call = isApiPath(request.path) ? publicCall(request) : undefined;
    return call && service.replies.covers(call) ? fromMemory(request, service, call) : undefined;
  };
}

async function fromMemory(
  request: FrontRequest,
  service: Service,
  call: PublicCall,
): Promise<FrontResponse | undefined> {
  const cached = await service.replies.take(call);
  return cached && sent(request, cached);
}

/** The embedded service under the site's address, for integrators and rail callbacks. */
export function embeddedApiStep(service: Service, https: Https): Step {
  return (request) => {
    if (!isApiPath(request.path)) return undefined;
    const call = publicCall(request);
    return call && service.replies.covers(call)
      ? storedAnswer(request, service, call, https)
      : serviceResponse(request, service);
  };
}

/** Undefined when the response may depend on more than this. */
function publicCall(request: FrontRequest): PublicCall | undefined {
  const { method, path, search, facts } = request;
  if (method !== "GET" || headerOf(request, "authorization") !== undefined) return undefined;
  return { path, search, clientId: (headerOf(request, "client-id") ?? "").trim(), address: facts.clientAddress };
}

async function storedAnswer(
  request: FrontRequest,
  service: Service,
  call: PublicCall,
  https: Https,
): Promise<FrontResponse> {
  const store = service.replies.making(call);
  const response = await serviceResponse(request, service);
  if (response.status === 200 && response.body instanceof Uint8Array)
    store(new CachedCall(response.headers, response.body, https));
  return response;
}

/** Most computed quotes are asked for once: headers are prepared at the second request. */
class CachedCall {
  readonly bytes: Uint8Array;
  readonly etag: string | undefined;
  readonly #headers: () => ResponseHeaders;
  #rawHeaders: string[] | undefined;

  constructor(answerHeaders: ResponseHeaders, bytes: Uint8Array, https: Https) {
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

function rawHeaders(headers: ResponseHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((text) => [name, text]));
}

function sent(request: FrontRequest, { response, rateLimit }: ReadyReply): FrontResponse {
  const { bytes, etag } = response;
  const ownHeaders = rateLimit === undefined ? [] : ["ratelimit", rateLimit];
  if (etag !== undefined && holds(request, etag)) {
    return { status: 304, rawHeaders: response.rawUnchanged, ownHeaders, body: null, kind: "cached" };
  }
  return { status: 200, rawHeaders: response.rawHeaders, ownHeaders, body: bytes, kind: "cached" };
}

async function serviceResponse(request: FrontRequest, service: Service): Promise<DynamicResponse> {
  const peer = { address: request.facts.clientAddress, isTrusted: false, logsCalls: true };
  const response = await service.fetch(new VisitorRequest(request), peer);
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const bytes = isStream || !response.body ? response.body : new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: headersOf(response), body: bytes, kind: "service" };
}
