import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal, RequestFacts } from "../http/request/request-facts.ts";

/** One request on its way through the steps of the front; each step adds what it finds out. */
export type FrontRequest = {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** As sent; a refused request continues as a GET of the page that explains. */
  method: string;
  /** With its language prefix, normalised. */
  path: string;
  /** `?a=1`, or empty. Contains neither an order token nor Google's callback data. */
  search: string;
  /** The public host: of PUBLIC_ORIGIN, or of the request. */
  host: string;
  /** The peer is one of TRUSTED_PROXIES. */
  viaProxy: boolean;
  /** The body of a form or call, once a step has read it. */
  body: Uint8Array<ArrayBuffer> | null;
  /** Gives back the request's place among those worked on; undefined until it has one. */
  release: (() => void) | undefined;
  /** The load context of loaders and actions. */
  readonly facts: Facts;
};

/** A step responds to the request or passes it on. */
export type Step = (request: FrontRequest) => FrontResponse | undefined | Promise<FrontResponse | undefined>;

export type FrontResponse = DynamicResponse | CachedResponse;

export type DynamicResponse = {
  status: number;
  /** Names in lower case. */
  headers: ResponseHeaders;
  body: Uint8Array | string | ReadableStream<Uint8Array> | null;
  /**
   * The headers that the writer adds: all security headers for a page; the missing ones for a service response; only
   * the necessary ones for a file.
   */
  kind: "page" | "service" | "file";
};

/** A prepared response for many requests: it has all headers except those of a single request. */
export type CachedResponse = {
  status: number;
  /** Alternating names and values, as Node writes them; including Content-Length. */
  rawHeaders: readonly string[];
  /** Likewise, of this request only, besides its id. */
  ownHeaders?: readonly string[];
  /** Closes the connection. */
  isLast?: boolean;
  body: Uint8Array | null;
  kind: "cached";
};

export type ResponseHeaders = Record<string, string | string[]>;

export function newFrontRequest(incoming: IncomingMessage, outgoing: ServerResponse): FrontRequest {
  return {
    incoming,
    outgoing,
    method: incoming.method ?? "GET",
    path: "/",
    search: "",
    host: "",
    viaProxy: false,
    body: null,
    release: undefined,
    facts: new Facts(),
  };
}

/** The initial facts of a request. Rarely used ones are created on first access. */
export class Facts implements RequestFacts {
  /** Remix's load context may hold anything. */
  readonly [fact: string]: unknown;
  id = "";
  receivedMs = performance.now();
  answering = false;
  route: string | null = null;
  callFailed = false;
  retryAfterSeconds: number | null = null;
  personal = false;
  left = false;
  openedChat: "live" | "support" | null = null;
  clientAddress: string | null = null;
  isLocal = false;
  nonce: string | undefined = undefined;
  orderToken: string | null = null;
  answerAddress: string | null = null;
  googleAnswer: string | null = null;
  refusal: Refusal | null = null;
  turn: (() => Promise<void>) | undefined = undefined;
  readonly #receivedAtMs = Date.now();
  #receivedAt: Date | undefined;
  #controller: AbortController | undefined;
  #isOver = false;

  get receivedAt(): Date {
    this.#receivedAt ??= new Date(this.#receivedAtMs);
    return this.#receivedAt;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#isOver) this.#controller.abort(over);
    }
    return this.#controller.signal;
  }

  /** Aborts `signal`. */
  end(): void {
    this.#isOver = true;
    this.#controller?.abort(over);
  }
}

/** Created once: an exception records its stack, which costs more than most requests. */
const over = new DOMException("The request is over.", "AbortError");

/** The text of a request header; several of one name are joined by commas. */
export function headerOf({ incoming }: FrontRequest, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}

export function textResponse(status: number, text: string, headers: ResponseHeaders = {}): DynamicResponse {
  return { status, headers: { "content-type": "text/plain", ...headers }, body: text, kind: "page" };
}
