/** The body of an answer as text; null as soon as it is longer than `mostBytes`, the rest unread. */
export async function boundedText({ body }: Response, mostBytes: number): Promise<string | null> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done || !value) return Buffer.concat(chunks).toString("utf8");
    length += value.byteLength;
    if (length > mostBytes) {
      await reader?.cancel();
      return null;
    }
    chunks.push(value);
  }
}
