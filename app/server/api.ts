import { isApiPath } from "./origin.ts";
import { headersOf, visitorHeaders } from "./remix.ts";
import { type Answer, headerOf, type Step, type Visit } from "./visit.ts";

/** Larger than any call: the rest is not read. The service has its own limits per call. */
const longestBytes = 1024 * 1024;
/** Headers of the connection, of the site, or trusted by the service from the site only. */
export const keptBack = ["connection", "cookie", "client-address", "client-agent", "client-secret"];

/** Answers an external API call, from `address`. */
export type Serve = (request: Request, address: string | null) => Promise<Response>;

/** The embedded service under the site's address, for integrators and rail callbacks. */
export function embeddedApiStep(serve: Serve): Step {
  return (visit) => (isApiPath(visit.path) ? served(visit, serve) : undefined);
}

async function served(visit: Visit, serve: Serve): Promise<Answer | undefined> {
  const { method, path, search, facts } = visit;
  const headers = visitorHeaders(visit);
  for (const name of keptBack) headers.delete(name);
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
  const response = await serve(new Request(`http://service.internal${path}${search}`, init), facts.clientAddress);
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
