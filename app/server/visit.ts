import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestFacts } from "../http/request/request-facts.ts";

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
  readonly facts: RequestFacts;
  /** Ends `facts.signal`. */
  readonly end: () => void;
};

/** A step answers the request, or lets it go on to the next. */
export type Step = (visit: Visit) => Answer | undefined | Promise<Answer | undefined>;

export type Answer = {
  status: number;
  /** Names in lower case. */
  headers: AnswerHeaders;
  body: Uint8Array | string | ReadableStream<Uint8Array> | null;
  /**
   * What the writer adds: to a page all security headers; to an answer of the service those that it does not bring;
   * to a file only what a file needs; to a kept page nothing, since its headers were made with it.
   */
  kind: "page" | "service" | "file" | "kept";
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
    ...newFacts(),
  };
}

/** The facts of a request about which nothing is known yet, and what ends their signal. */
export function newFacts(): { facts: RequestFacts; end: () => void } {
  let controller: AbortController | undefined;
  let isOver = false;
  const own = (): AbortController => {
    if (controller) return controller;
    controller = new AbortController();
    if (isOver) controller.abort(over);
    return controller;
  };
  const facts: RequestFacts = {
    id: "",
    receivedAt: new Date(),
    receivedMs: performance.now(),
    answering: false,
    retryAfterSeconds: null,
    personal: false,
    left: false,
    clientAddress: null,
    nonce: undefined,
    orderToken: null,
    googleAnswer: null,
    refusal: null,
    // Most requests never ask for it.
    get signal() {
      return own().signal;
    },
  };
  const end = () => {
    isOver = true;
    controller?.abort(over);
  };
  return { facts, end };
}

/** Made once: to make an exception notes where it was made, which costs more than most requests. */
const over = new DOMException("The request is over.", "AbortError");

/** The text of a request header; several of one name are joined by commas. */
export function headerOf({ incoming }: Visit, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}

export function textAnswer(status: number, text: string, headers: AnswerHeaders = {}): Answer {
  return { status, headers: { "content-type": "text/plain", ...headers }, body: text, kind: "page" };
}
