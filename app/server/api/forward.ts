import http, { type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import https from "node:https";
import { createReadableStreamFromReadable } from "@remix-run/node";
import type { Tracing } from "../../api/transport.server.ts";
import type { ApiTarget } from "../../api/wire.server.ts";
import {
  type FrontRequest,
  type FrontResponse,
  headerOf,
  type ResponseHeaders,
  type Step,
  textResponse,
} from "../front-request.ts";
import { visitorHeaders } from "../remix.ts";
import { isApiPath } from "../steps/origin.ts";
import { keptBack } from "./service-request.ts";

/** Hop-by-hop headers (RFC 9110, 7.6.1), which are not forwarded. */
const ofOneConnection = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];
/** Timeout for the first byte of a response. */
const answerWithinMs = 30_000;
/** How long a caller of the API waits, as far as we know; the service does not begin what it cannot begin by then. */
const patienceMs = 2500;

/**
 * With API_BASE_URL the service has its own address; forwards everything under /api/v1 to it. Responses are streamed,
 * event streams included.
 */
export function forwardStep(to: ApiTarget, tracing?: Tracing): Step {
  const base = new URL(`${to.baseUrl.replace(/\/$/, "")}/`);
  const { Agent, request } = base.protocol === "https:" ? https : http;
  const agent = new Agent({ keepAlive: true });
  const send = (frontRequest: FrontRequest) =>
    request(new URL(`.${frontRequest.path}${frontRequest.search}`, base), {
      agent,
      method: frontRequest.method,
      headers: { ...headersFor(frontRequest, to, base.host), ...tracing?.headers() },
      timeout: answerWithinMs,
    });
  return (request) => (isApiPath(request.path) ? passedOn(request, send(request)) : undefined);
}

function passedOn(
  { outgoing, facts, body }: FrontRequest,
  request: http.ClientRequest,
): Promise<FrontResponse | undefined> {
  return new Promise((resolve) => {
    request.once("timeout", () => {
      resolve(textResponse(504, "The service did not answer in time.\n"));
      request.destroy();
    });
    // The service may respond and close before it has read the whole body.
    request.on("error", () => {
      resolve(facts.left ? undefined : textResponse(503, "The service does not answer.\n"));
    });
    request.once("response", (response) => {
      request.setTimeout(0);
      resolve(serviceResponse(response));
    });
    outgoing.once("close", () => request.destroy());
    request.end(body ?? undefined);
  });
}

function serviceResponse(response: IncomingMessage): FrontResponse {
  const headers: ResponseHeaders = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined && !ofOneConnection.includes(name)) headers[name] = value;
  }
  const hasBody = response.statusCode !== 204 && response.statusCode !== 304;
  const body = hasBody ? createReadableStreamFromReadable(response) : null;
  if (!hasBody) response.resume();
  return { status: response.statusCode ?? 502, headers, body, kind: "service" };
}

/**
 * Forwards the visitor's address and browser in headers that the service trusts together with the secret; such headers
 * from the visitor are dropped. X-Forwarded-For shows a service without that secret that the visitor is remote.
 */
function headersFor(request: FrontRequest, to: ApiTarget, host: string): OutgoingHttpHeaders {
  const named = (headerOf(request, "connection") ?? "").split(",").map((name) => name.trim().toLowerCase());
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of visitorHeaders(request)) {
    if (![...ofOneConnection, ...named, ...keptBack].includes(name)) headers[name] = value;
  }
  const { facts, body } = request;
  if (body) headers["content-length"] = body.byteLength;
  else delete headers["content-length"];
  headers.host = host;
  headers["x-request-id"] = facts.id;
  headers["x-forwarded-for"] = facts.clientAddress ?? "unknown";
  if (to.clientSecret) {
    const agent = headerOf(request, "user-agent");
    headers["client-secret"] = to.clientSecret;
    headers["time-left"] = String(Math.max(0, Math.floor(patienceMs - (performance.now() - facts.receivedMs))));
    if (facts.clientAddress !== null) headers["client-address"] = facts.clientAddress;
    if (agent !== undefined) headers["client-agent"] = agent;
  }
  return headers;
}
