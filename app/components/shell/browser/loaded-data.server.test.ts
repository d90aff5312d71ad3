import { expect, test } from "vitest";
import { loadedDataScript } from "./loaded-data.server.ts";

/** What a browser's script would pass to Remix. */
function handedOver(script: string): { parts: string[]; isClosed: boolean } {
  const parts: string[] = [];
  let isClosed = false;
  const streamController = { enqueue: (part: string) => parts.push(part), close: () => (isClosed = true) };
  const code = script.replace(/^<script[^>]*>|<\/script>$/g, "");
  new Function("window", code)({ __remixContext: { streamController } });
  return { parts, isClosed };
}

test("passes all loader data to the browser, including characters split between chunks", async () => {
  const text = '["Криптовалюта","</script><script>alert(1)//\u2028&amp;"]\n';
  const bytes = Buffer.from(text);
  const parts = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, 3));
      controller.enqueue(bytes.subarray(3));
      controller.close();
    },
  });
  const script = await loadedDataScript(parts, "n0nce");
  expect(script).toMatch(/^<script nonce="n0nce">[^<>&\u2028]*<\/script>$/);
  expect(handedOver(script)).toEqual({ parts: [text], isClosed: true });
});
