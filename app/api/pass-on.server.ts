import { factsHeader, factsOf } from "../http/request-facts.server.ts";
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
  const body = ["GET", "HEAD"].includes(request.method) ? undefined : await request.arrayBuffer();
  return serve(new Request(`http://service.internal${pathname}${search}`, { method: request.method, headers, body }), {
    address: facts.clientAddress,
    isTrusted: false,
  });
}
