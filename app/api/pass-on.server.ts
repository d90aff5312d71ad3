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
 * that the sandbox shows to people are passed on to it: their links lead here.
 */
export async function passOn(request: Request): Promise<Response> {
  const facts = factsOf(request);
  const { pathname, search } = new URL(request.url);
  const isPage = sandboxPage.test(pathname);
  if (!serve && !isPage) return new Response(null, { status: 404 });
  const headers = new Headers(request.headers);
  for (const name of [...keptBack, factsHeader]) headers.delete(name);
  headers.set("X-Request-Id", facts.id);
  const { body, length } = await boundedBody(request);
  // The length is judged by the service, in its own words; what is beyond any call of the API is not even read.
  headers.set("Content-Length", String(length));
  const call = new Request(`${serve ? "http://service.internal" : destination.baseUrl}${pathname}${search}`, {
    method: request.method,
    headers,
    body,
    signal: facts.signal,
  });
  const answer = serve ? serve(call, { address: facts.clientAddress, isTrusted: false }) : send(call).catch(() => down);
  return withoutOwnHeaders(await answer, isPage);
}

/** Two parts after `sandbox`: the calls of the API have one. */
const sandboxPage = /^\/api\/v1\/sandbox\/[\w-]+\/[\w-]+$/;
const down = new Response(null, { status: 503 });

/** More than any call takes. */
const longestBytes = 1024 * 1024;

/** The body as far as it matters. It is left, not cancelled: that would close the connection before the answer. */
async function boundedBody(request: Request): Promise<{ body: ArrayBuffer | undefined; length: number }> {
  if (!request.body) return { body: undefined, length: 0 };
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length <= longestBytes) {
    const { done, value } = await reader.read();
    if (done) return { body: new Uint8Array(Buffer.concat(chunks)).buffer, length };
    chunks.push(value);
    length += value.byteLength;
  }
  return { body: new ArrayBuffer(0), length };
}

/** The site sets these on everything; the service's own would stand there twice. A page keeps its stricter policy. */
function withoutOwnHeaders(answer: Response, isPage: boolean): Response {
  const headers = new Headers(answer.headers);
  const ours = Object.keys(securityHeaders({ nonce: "", https: true, development: false }));
  for (const name of [...ours, "X-Request-Id"]) if (!isPage || name !== policyHeader) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}
