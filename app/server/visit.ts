import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal, RequestFacts } from "../http/request/request-facts.ts";

/** One request on its way through the steps of the front. Each step fills in what it finds out. */
export type Visit = {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** As sent; a refused request goes on as a GET of the page that explains. */
  method: string;
  /** With its language prefix, free of what would climb or break a parser. */
  path: string;
  /** `?a=1`, or empty. Holds neither an order's token nor Google's answer. */
  search: string;
  /** The host that visitors see: of PUBLIC_ORIGIN, or what they asked for. */
  host: string;
  /** The peer is one of TRUSTED_PROXIES. */
  viaProxy: boolean;
  /** What loaders and actions get as their load context. */
  readonly facts: Facts;
};

/** A step answers the request, or lets it go on to the next. */
export type Step = (visit: Visit) => Answer | undefined | Promise<Answer | undefined>;

export type Answer = MadeAnswer | CachedAnswer;

export type MadeAnswer = {
  status: number;
  /** Names in lower case. */
  headers: AnswerHeaders;
  body: Uint8Array | string | ReadableStream<Uint8Array> | null;
  /**
   * What the writer adds: to a page all security headers; to an answer of the service those that it does not bring;
   * to a file only what a file needs.
   */
  kind: "page" | "service" | "file";
};

/** An answer that was made before, for this request and many others: it has all its headers but those of one request. */
export type CachedAnswer = {
  status: number;
  /** Names and values in turns, as Node writes them; the body's length among them. */
  rawHeaders: readonly string[];
  body: Uint8Array | null;
  kind: "cached";
};

export type AnswerHeaders = Record<string, string | string[]>;

export function newVisit(incoming: IncomingMessage, outgoing: ServerResponse): Visit {
  return {
    incoming,
    outgoing,
    method: incoming.method ?? "GET",
    path: "/",
    search: "",
    host: "",
    viaProxy: false,
    facts: new Facts(),
  };
}

/** The facts of a request about which nothing is known yet. What most requests never ask for is made when it is. */
export class Facts implements RequestFacts {
  /** Remix's load context may hold anything. */
  readonly [fact: string]: unknown;
  id = "";
  receivedMs = performance.now();
  answering = false;
  callFailed = false;
  retryAfterSeconds: number | null = null;
  personal = false;
  left = false;
  clientAddress: string | null = null;
  nonce: string | undefined = undefined;
  orderToken: string | null = null;
  googleAnswer: string | null = null;
  refusal: Refusal | null = null;
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

  /** Ends `signal`. */
  end(): void {
    this.#isOver = true;
    this.#controller?.abort(over);
  }
}

/** Made once: to make an exception notes where it was made, which costs more than most requests. */
const over = new DOMException("The request is over.", "AbortError");

/** The text of a request header; several of one name are joined by commas. */
export function headerOf({ incoming }: Visit, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}

export function textAnswer(status: number, text: string, headers: AnswerHeaders = {}): MadeAnswer {
  return { status, headers: { "content-type": "text/plain", ...headers }, body: text, kind: "page" };
}
