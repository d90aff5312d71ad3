import { forwarded } from "../remix.ts";
import { headerOf, type Visit } from "../visit.ts";

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
  readonly #visit: Visit;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  get method(): string {
    return this.#visit.method;
  }

  get url(): string {
    return `http://service.internal${this.#visit.path}${this.#visit.search}`;
  }

  readonly headers = {
    get: (name: string) => this.#header(name.toLowerCase()),
    has: (name: string) => this.#header(name.toLowerCase()) !== null,
  };

  /** Of the connection: an event stream ends with it. */
  get signal(): AbortSignal {
    return this.#visit.facts.signal;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#visit.body ?? new Uint8Array();
    return buffer.slice(byteOffset, byteOffset + byteLength);
  }

  #header(name: string): string | null {
    if (name === "x-request-id") return this.#visit.facts.id;
    if (name === "host") return this.#visit.host;
    if (name === "x-forwarded-for")
      return this.#visit.facts.isLocal ? null : (this.#visit.facts.clientAddress ?? "unknown");
    // The body has been read whole.
    if (name === "transfer-encoding") return null;
    if (name === "content-length" && this.#visit.body) return String(this.#visit.body.byteLength);
    return keptBack.includes(name) || forwarded.test(name) ? null : (headerOf(this.#visit, name) ?? null);
  }
}
