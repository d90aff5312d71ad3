/** Far larger than any response of the contract. */
const mostBytes = 4 * 1024 * 1024;

/** The text of a response. Throws when it is too large or incomplete. */
export async function boundedText(response: Response, limitBytes = mostBytes): Promise<string> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString();
    length += value.byteLength;
    if (length > limitBytes) {
      await reader.cancel();
      throw new Error(`The response exceeds ${limitBytes} bytes`);
    }
    chunks.push(value);
  }
}
