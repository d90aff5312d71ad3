/**
 * What the loaders gave, as Remix encodes it for the browser, in the script that hands it over there. Remix's own way
 * renders it with React, part after part, and needs a streamed page, which costs a third more than a page in one piece.
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

/** What could end the script early, and the line ends that JSON allows and old scripts do not. */
const endsOrBreaksScripts = /[<>&\u2028\u2029]/g;
const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
