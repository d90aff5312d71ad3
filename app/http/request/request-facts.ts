import type { AppLoadContext } from "@remix-run/node";

/** Data the front collected before Remix: the load context of loaders and actions. */
export type RequestFacts = {
  id: string;
  /** When it arrived: the site's `now`. */
  readonly receivedAt: Date;
  /** The same by a monotonic clock, in milliseconds. */
  receivedMs: number;
  /** The response headers are sent. Later calls belong to a stream and have no page deadline. */
  answering: boolean;
  /** The pattern of the page that answers; null while unknown. */
  route: string | null;
  /** A service call failed or was refused: the page may lack something that another response has. */
  callFailed: boolean;
  /** The service's last Retry-After. */
  retryAfterSeconds: number | null;
  /** The response is private to a member: never cached, whatever the page. */
  personal: boolean;
  /** The visitor's address: the peer's, or what trusted proxies forwarded. Null when unknown. */
  clientAddress: string | null;
  /** The visitor's browser runs on this machine. False when in doubt: the test mailbox opens by it. */
  isLocal: boolean;
  /** The CSP nonce of this response's scripts. Undefined for cached pages, whose policy lists hashes. */
  nonce: string | undefined;
  /** The order token of `?t=`; it is in no URL and no log. */
  orderToken: string | null;
  /** Where a GET shows the same as the answer to this POST. Null: at its own address. */
  answerAddress: string | null;
  /** The query of Google's callback; it is in no URL and no log. */
  googleAnswer: string | null;
  /** The chat that the visitor has just opened on this page. */
  openedChat: "live" | "support" | null;
  /** The client disconnected before the end of the response: later failures are not errors. */
  left: boolean;
  /** Aborts when the client disconnects or the server stops: the only reliable end of a stream. */
  readonly signal: AbortSignal;
  /**
   * Resolves when the response of a call may be processed, or the page rendered; undefined where nothing orders the work of
   * the process.
   */
  turn?: (() => Promise<void>) | undefined;
  /** Why the request was refused; /refused shows it. */
  refusal: Refusal | null;
};

export type Refusal = {
  status: 403 | 405 | 411 | 413 | 415;
  code: "other_site" | "wrong_method" | "length_required" | "too_large" | "too_many_fields" | "wrong_type";
  path: string;
};

/** The arguments of loaders and actions that code outside the routes needs. */
export type RouteArgs = { request: Request; context: AppLoadContext };

/**
 * Milliseconds left for a service call: the rest of the page's budget (`pageMs`, PAGE_TIMEOUT_MS); each poll of a stream has
 * a full one.
 */
export function timeLeftMs(
  facts: Pick<RequestFacts, "answering" | "receivedMs">,
  nowMs: number,
  pageMs: number,
): number {
  return facts.answering ? pageMs : facts.receivedMs + pageMs - nowMs;
}
