/**
 * What the server learned about a request before Remix saw it. The request hook writes the facts; loaders and
 * actions only hold a Request, so its one internal header names them. The header cannot be forged: the hook
 * overwrites whatever arrives under that name.
 */
export type RequestFacts = {
  id: string;
  /** When it arrived: the website's `now`. */
  receivedAt: Date;
  /** The same by a clock that is never set, in milliseconds. */
  receivedMs: number;
  /** The head of the answer is written. What still runs for it is a stream, and nobody waits for a page. */
  answering: boolean;
  /** When the service wants to be asked again, by its last refusal. */
  retryAfterSeconds: number | null;
  /** The answer is made for a signed-in member: no cache keeps it, whatever page it is. */
  personal: boolean;
  /** The visitor's address: the peer's, or what trusted proxies say about it. */
  clientAddress: string;
  /** For the scripts of this one page. */
  nonce: string;
  /** What `?t=` of an order's link carried; it is in no URL and no log. */
  orderToken: string | null;
  /** What Google sent a visitor back with; it is in no URL and no log either. */
  googleAnswer: string | null;
  /** Ends when the connection does, or when the server is stopping: the only reliable end of a stream. */
  signal: AbortSignal;
  /** Why the request was turned away; its page is /refused then. */
  refusal: Refusal | null;
};

export type Refusal = {
  status: 403 | 405 | 411 | 413 | 415;
  code: "other_site" | "wrong_method" | "length_required" | "too_large" | "wrong_type";
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

/** A page answers within three seconds even when the service hangs; its own work needs the rest. */
const pageMilliseconds = 2500;

/** How long the service may take now: what is left of the page's time. A stream's look has as much of its own. */
export function timeLeftMs(facts: RequestFacts, nowMs: number): number {
  return facts.answering ? pageMilliseconds : facts.receivedMs + pageMilliseconds - nowMs;
}

function withoutHook(): RequestFacts {
  return {
    id: "none",
    receivedAt: new Date(),
    receivedMs: performance.now(),
    answering: false,
    retryAfterSeconds: null,
    personal: false,
    clientAddress: "127.0.0.1",
    nonce: "",
    orderToken: null,
    googleAnswer: null,
    signal: new AbortController().signal,
    refusal: null,
  };
}
