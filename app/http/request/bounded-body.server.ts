/**
 * A body as far as it is wanted; null when there is more. What is beyond is left, not cancelled: that would close the
 * connection before the answer. Throws when the connection breaks off.
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
 * Reads what is left of a body and keeps nothing of it: a browser looks at an answer only when it has sent everything.
 * What is more than that is left, and so is a body that breaks off.
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
    // Nobody waits for the answer any more.
  }
}
