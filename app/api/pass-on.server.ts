import { boundedBody } from "../http/bounded-body.server.ts";
import { factsHeader, factsOf } from "../http/request-facts.server.ts";
import { policyHeader, securityHeaders } from "../http/security-headers.ts";
import { destination, send, serve } from "./transport.server.ts";

/** What belongs to the connection, to the site, or only to callers that the service trusts. */
const keptBack = [
  "connection",
  "content-length",
  "transfer-encoding",
  "cookie",
  "client-address",
  "client-agent",
  "client-secret",
  "host",
];

/**
 * Hands a call of /api/v1 that reached the website to the embedded service, as coming from its true peer. Cookies
 * stay here: the API has its own keys. With API_BASE_URL the service has an address of its own, and only the pages
 * that the sandbox shows to people and members' pictures are passed on to it: their links lead here.
 */
export async function passOn(request: Request): Promise<Response> {
  const facts = factsOf(request);
  const { pathname, search } = new URL(request.url);
  const isPage = shownHere.test(pathname);
  if (!serve && !isPage) return new Response(null, { status: 404 });
  const headers = new Headers(request.headers);
  for (const name of [...keptBack, factsHeader]) headers.delete(name);
  headers.set("X-Request-Id", facts.id);
  const read = request.body ? await boundedBody(request, longestBytes) : undefined;
  const body = read === null ? new Uint8Array() : read && new Uint8Array(read);
  // The length is judged by the service, in its own words; what is beyond any call of the API is not even read.
  headers.set("Content-Length", String(read === null ? longestBytes + 1 : (read?.byteLength ?? 0)));
  const call = new Request(`${serve ? "http://service.internal" : destination.baseUrl}${pathname}${search}`, {
    method: request.method,
    headers,
    body,
    signal: facts.signal,
  });
  const answer = serve ? serve(call, { address: facts.clientAddress, isTrusted: false }) : send(call).catch(() => down);
  return withoutOwnHeaders(await answer, isPage);
}

/** Pages have two parts after `sandbox`, calls of the API one. Pictures stand on pages of ours, which load nothing from elsewhere. */
const shownHere = /^\/api\/v1\/(sandbox\/[\w-]+\/[\w-]+|avatars\/[\w-]+)$/;
const down = new Response(null, { status: 503 });

/** More than any call takes. */
const longestBytes = 1024 * 1024;

/** The site sets these on everything; the service's own would stand there twice. A page keeps its stricter policy. */
function withoutOwnHeaders(answer: Response, isPage: boolean): Response {
  const headers = new Headers(answer.headers);
  const ours = Object.keys(securityHeaders({ nonce: "", https: true, development: false }));
  for (const name of [...ours, "X-Request-Id"]) if (!isPage || name !== policyHeader) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}
