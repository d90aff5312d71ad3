import type { AppLoadContext } from "@remix-run/node";

/** What the front learned about a request before Remix saw it: the load context of loaders and actions. */
export type RequestFacts = {
  id: string;
  /** When it arrived: the website's `now`. */
  readonly receivedAt: Date;
  /** The same by a clock that is never set, in milliseconds. */
  receivedMs: number;
  /** The response headers are sent. Calls made after that belong to a stream and have no page deadline. */
  answering: boolean;
  /** A call to the service brought no answer, or a refusal: the page lacks something that another visitor's may have. */
  callFailed: boolean;
  /** When the service wants to be asked again, by its last refusal. */
  retryAfterSeconds: number | null;
  /** The answer is made for a signed-in member: no cache keeps it, whatever page it is. */
  personal: boolean;
  /** The visitor's address: the peer's, or what trusted proxies say about it. Null where the site asks for itself. */
  clientAddress: string | null;
  /** For the scripts of this one page. Undefined for a page that is cached: its policy names them by their hashes. */
  nonce: string | undefined;
  /** What `?t=` of an order's link carried; it is in no URL and no log. */
  orderToken: string | null;
  /** What Google sent a visitor back with; it is in no URL and no log either. */
  googleAnswer: string | null;
  /** The connection broke before the answer was whole: what fails after that is no fault of ours. */
  left: boolean;
  /** Ends when the connection does, or when the server is stopping: the only reliable end of a stream. */
  readonly signal: AbortSignal;
  /** Why the request was turned away; its page is /refused then. */
  refusal: Refusal | null;
};

export type Refusal = {
  status: 403 | 405 | 411 | 413 | 415;
  code: "other_site" | "wrong_method" | "length_required" | "too_large" | "wrong_type";
  path: string;
};

/** What a loader or an action is called with, as far as code outside the routes needs it. */
export type RouteArgs = { request: Request; context: AppLoadContext };

/** A page answers within three seconds even when the service hangs; its own work needs the rest. */
const pageMilliseconds = 2500;

/** Milliseconds that a service call may take: the rest of the page's budget; each poll of a stream has a full one. */
export function timeLeftMs(facts: Pick<RequestFacts, "answering" | "receivedMs">, nowMs: number): number {
  return facts.answering ? pageMilliseconds : facts.receivedMs + pageMilliseconds - nowMs;
}
