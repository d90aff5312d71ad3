import { factsHeader, factsOf } from "../http/request-facts.server.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { serve } from "./transport.server.ts";

/** What belongs to the connection, to the site, or only to callers that the service trusts. */
const keptBack = ["connection", "content-length", "transfer-encoding", "cookie", "client-address", "client-secret"];

/**
 * Hands a call of /api/v1 that reached the website to the embedded service, as coming from its true peer. Cookies
 * stay here: the API has its own keys. With API_BASE_URL the service has an address of its own, and this one has none.
 */
export async function passOn(request: Request): Promise<Response> {
  if (!serve) return new Response(null, { status: 404 });
  const facts = factsOf(request);
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of [...keptBack, factsHeader]) headers.delete(name);
  headers.set("X-Request-Id", facts.id);
  const { body, length } = await boundedBody(request);
  // The length is judged by the service, in its own words; what is beyond any call of the API is not even read.
  headers.set("Content-Length", String(length));
  const call = new Request(`http://service.internal${pathname}${search}`, { method: request.method, headers, body });
  return withoutOwnHeaders(await serve(call, { address: facts.clientAddress, isTrusted: false }));
}

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

/** The site sets these on everything it sends; the service's own would stand there twice. */
function withoutOwnHeaders(answer: Response): Response {
  const headers = new Headers(answer.headers);
  const ours = Object.keys(securityHeaders({ nonce: "", https: true, development: false }));
  for (const name of [...ours, "X-Request-Id"]) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}
