/**
 * What the server learned about a request before Remix saw it. The request hook writes the facts; loaders and
 * actions only hold a Request, so its one internal header names them. The header cannot be forged: the hook
 * overwrites whatever arrives under that name.
 */
export type RequestFacts = {
  id: string;
  /** When it arrived: the website's `now`. */
  receivedAt: Date;
  /** The visitor's address: the peer's, or what trusted proxies say about it. */
  clientAddress: string;
  /** For the scripts of this one page. */
  nonce: string;
  /** What `?t=` of an order's link carried; it is in no URL and no log. */
  orderToken: string | null;
  /** Ends when the connection does, or when the server is stopping: the only reliable end of a stream. */
  signal: AbortSignal;
  /** Why the request was turned away; its page is /refused then. */
  refusal: Refusal | null;
};

export type Refusal = {
  status: 403 | 411 | 413 | 415;
  code: "other_site" | "length_required" | "too_large" | "wrong_type";
  path: string;
};

export const factsHeader = "x-kursa-request";

declare global {
  /** Global, because development loads this module again after every change while requests are in flight. */
  var kursaRequests: Map<string, RequestFacts> | undefined;
}
globalThis.kursaRequests ??= new Map();
const requests = globalThis.kursaRequests;

export function keepFacts(key: string, facts: RequestFacts): void {
  requests.set(key, facts);
}

export function forgetFacts(key: string): void {
  requests.delete(key);
}

/** The facts of a request; for one that did not pass the hook (a test, the first in development) those of this machine. */
export function factsOf(request: Request): RequestFacts {
  return requests.get(request.headers.get(factsHeader) ?? "") ?? withoutHook();
}

function withoutHook(): RequestFacts {
  return {
    id: "none",
    receivedAt: new Date(),
    clientAddress: "127.0.0.1",
    nonce: "",
    orderToken: null,
    signal: new AbortController().signal,
    refusal: null,
  };
}
