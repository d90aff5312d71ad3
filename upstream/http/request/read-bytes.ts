import type { ServiceRequest } from "./service-request.ts";

/** The body, or undefined when it exceeds the limit; the rest is not read. */
export async function readBytes(request: ServiceRequest, limitBytes: number): Promise<Uint8Array | undefined> {
  const declared = request.headers.get("Content-Length");
  if (Number(declared ?? 0) > limitBytes) return undefined;
  // The server reads no more than Content-Length, and reading a body whole costs half of streaming it.
  if (declared !== null) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.length > limitBytes ? undefined : bytes;
  }
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    length += value.byteLength;
    if (length > limitBytes) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
}
