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
  // The body is handed on as it comes: the service reads no further than the call allows.
  const init: RequestInit & { duplex: "half" } = {
    method: request.method,
    headers,
    body: request.body,
    duplex: "half",
  };
  const call = new Request(`http://service.internal${pathname}${search}`, init);
  return withoutOwnHeaders(await serve(call, { address: facts.clientAddress, isTrusted: false }));
}

/** The site sets these on everything it sends; the service's own would stand there twice. */
function withoutOwnHeaders(answer: Response): Response {
  const headers = new Headers(answer.headers);
  const ours = Object.keys(securityHeaders({ nonce: "", https: true, development: false }));
  for (const name of [...ours, "X-Request-Id"]) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}
