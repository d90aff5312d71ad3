/**
 * The loader data in Remix's encoding, in the script that passes it to Remix. Remix's own component renders it in parts
 * and needs a streamed page, which costs a third more CPU than a buffered one.
 */
export async function loadedDataScript(
  encoded: ReadableStream<Uint8Array>,
  nonce: string | undefined,
): Promise<string> {
  const text = JSON.stringify(await new Response(encoded).text()).replace(endsOrBreaksScripts, escaped);
  const controller = "window.__remixContext.streamController";
  const nonceAttribute = nonce === undefined ? "" : ` nonce="${nonce}"`;
  return `<script${nonceAttribute}>${controller}.enqueue(${text});${controller}.close();</script>`;
}

/** Character sequences that could end the script early, and line separators that JSON allows and old scripts do not. */
const endsOrBreaksScripts = /[<>&\u2028\u2029]/g;
const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
