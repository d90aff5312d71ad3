import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "../encodings.ts";

/** A page in one encoding: its bytes, and all headers except those of the single request. */
export type PageForm = {
  bytes: Uint8Array;
  etag: string;
  /** Alternating names and values, as Node writes them. */
  rawHeaders: readonly string[];
  /** The headers of a 304. */
  rawUnchanged: readonly string[];
};

/** About 3 ms for a page of 68 kB; quality 11 takes 250 ms to save another tenth, and a page lives for seconds. */
const brotliQuality = 5;
const compress = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 6 }),
};
/** A 304 repeats the headers that a cache needs. */
const repeated = ["cache-control", "vary"];

/** A page that is the same for all requests with its key, in the encodings requested so far. */
export class CachedPage {
  readonly identity: PageForm;
  readonly #compressed = new Map<Encoding, PageForm>();
  readonly #compressing = new Map<Encoding, Promise<PageForm>>();
  readonly #headers: Readonly<Record<string, string>>;

  constructor(
    bytes: Uint8Array,
    headers: Readonly<Record<string, string>>,
    /** The state it was rendered from: valid as long as this is unchanged. */
    readonly version: string,
    readonly renderedMs: number,
  ) {
    this.#headers = headers;
    this.confirmedMs = renderedMs;
    this.identity = this.#form("identity", bytes);
  }

  /** When it was last validated. */
  confirmedMs: number;

  /** Undefined until `compressed` has created it. */
  form(encoding: Encoding | undefined): PageForm | undefined {
    return encoding === undefined ? this.identity : this.#compressed.get(encoding);
  }

  /** Compresses it once for all concurrent requests. */
  compressed(encoding: Encoding): Promise<PageForm> {
    const running = this.#compressing.get(encoding);
    if (running !== undefined) return running;
    const compression = compress[encoding](this.identity.bytes).then((bytes) => {
      const form = this.#form(encoding, bytes);
      this.#compressed.set(encoding, form);
      return form;
    });
    this.#compressing.set(encoding, compression);
    return compression;
  }

  /** Creates the encodings of its predecessor in advance, so that nobody waits. */
  async compressedLike(before: CachedPage | undefined): Promise<void> {
    if (before) await Promise.all([...before.#compressing.keys()].map((encoding) => this.compressed(encoding)));
  }

  /** Of all encodings together. */
  byteLength(): number {
    let sum = this.identity.bytes.byteLength;
    for (const { bytes } of this.#compressed.values()) sum += bytes.byteLength;
    return sum;
  }

  #form(name: Encoding | "identity", bytes: Uint8Array): PageForm {
    const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    const headers = Object.entries({
      ...this.#headers,
      etag,
      ...(name !== "identity" && { "content-encoding": name }),
      "content-length": String(bytes.byteLength),
    });
    const unchanged = headers.filter(([header]) => header === "etag" || repeated.includes(header));
    return { bytes, etag, rawHeaders: headers.flat(), rawUnchanged: unchanged.flat() };
  }
}
