/**
 * Reads a body up to the limit; null when it is longer. The rest is left unread, not cancelled: cancelling would close
 * the connection before the response. Throws when the connection breaks.
 */
export async function boundedBody(request: Request, mostBytes: number): Promise<Buffer | null> {
  if (!request.body) return Buffer.alloc(0);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  for (let length = 0; length <= mostBytes; ) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    chunks.push(value);
    length += value.byteLength;
  }
  reader.releaseLock();
  return null;
}

/**
 * Reads and discards the rest of a body: browsers read a response only after sending everything. Stops at the limit and
 * at a broken body.
 */
export async function discardBody(request: Request, mostBytes: number): Promise<void> {
  if (!request.body || request.body.locked) return;
  const reader = request.body.getReader();
  try {
    for (let length = 0; length <= mostBytes; ) {
      const { done, value } = await reader.read();
      if (done) return;
      length += value.byteLength;
    }
  } catch {
    // The client has disconnected.
  }
}

/** A form that may have files. */
export function isMultipart(request: Request): boolean {
  return request.headers.get("Content-Type")?.startsWith("multipart/form-data") ?? false;
}
