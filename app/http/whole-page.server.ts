import { Writable } from "node:stream";

type Page = Buffer<ArrayBuffer>;

/**
 * Takes in what React streams, to be sent whole. Leaves out the zero bytes that React 18 puts where a character of
 * several bytes did not fit into the end of its buffer: it sends the buffer whole, and the character again in the next.
 * No page of ours holds one otherwise.
 */
export function pageCollector(done: (page: Page) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _, next) {
      chunks.push(chunk.includes(0) ? Buffer.from(chunk.filter((byte) => byte !== 0)) : chunk);
      next();
    },
    final(next) {
      done(Buffer.concat(chunks));
      next();
    },
  });
}

const pages = new WeakMap<Response, Page>();

/** An answer whose bytes are at hand for whoever writes them to a socket: a body read as a stream costs as much as a small page. */
export function wholePage(page: Page, init: ResponseInit): Response {
  const response = new Response(page, init);
  pages.set(response, page);
  return response;
}

/** Undefined for every other answer. */
export function wholeBytesOf(response: Response): Page | undefined {
  return pages.get(response);
}
