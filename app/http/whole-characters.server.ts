import { Transform } from "node:stream";

/**
 * Takes out the zero bytes that React 18 leaves where a character of several bytes did not fit into the end of its
 * buffer: it sends the buffer whole, and the character again in the next. No page of ours holds one otherwise.
 */
export function wholeCharacters(): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk);
    },
  });
}
