import { type FrontRequest, headerOf } from "../front-request.ts";
import { forwarded } from "../remix.ts";

/** Headers of the connection, of the site, or trusted by the service from the site only. */
export const keptBack = [
  "connection",
  "cookie",
  "client-address",
  "client-agent",
  "client-secret",
  "time-left",
  "traceparent",
  "tracestate",
];

/** A visitor's request as the embedded service reads it: its headers are looked up, not copied. */
export class VisitorRequest {
  readonly body = null;
  readonly #request: FrontRequest;

  constructor(request: FrontRequest) {
    this.#request = request;
  }

  get method(): string {
    return this.#request.method;
  }

  get url(): string {
    return `http://service.internal${this.#request.path}${this.#request.search}`;
  }

  readonly headers = {
    get: (name: string) => this.#header(name.toLowerCase()),
    has: (name: string) => this.#header(name.toLowerCase()) !== null,
  };

  /** Of the connection: an event stream ends with it. */
  get signal(): AbortSignal {
    return this.#request.facts.signal;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#request.body ?? new Uint8Array();
    return buffer.slice(byteOffset, byteOffset + byteLength);
  }

  #header(name: string): string | null {
    if (name === "x-request-id") return this.#request.facts.id;
    if (name === "host") return this.#request.host;
    if (name === "x-forwarded-for")
      return this.#request.facts.isLocal ? null : (this.#request.facts.clientAddress ?? "unknown");
    // The body has been read whole.
    if (name === "transfer-encoding") return null;
    if (name === "content-length" && this.#request.body) return String(this.#request.body.byteLength);
    return keptBack.includes(name) || forwarded.test(name) ? null : (headerOf(this.#request, name) ?? null);
  }
}
