import type { Visit } from "../visit.ts";

/** The whole body; longer than `mostBytes` by one byte if it is longer at all. Undefined when the client disconnected. */
export function readBody({ incoming }: Visit, mostBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const tooLong = () => new Uint8Array(mostBytes + 1);
  if (Number(incoming.headers["content-length"] ?? 0) > mostBytes) return Promise.resolve(tooLong());
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.byteLength;
      if (length > mostBytes) resolve(tooLong());
      else chunks.push(chunk);
    });
    incoming.once("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    incoming.once("close", () => resolve(undefined));
  });
}
