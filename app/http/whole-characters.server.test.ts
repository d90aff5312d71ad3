import { createElement, Fragment } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { expect, test } from "vitest";
import { wholeCharacters } from "./whole-characters.server.ts";

test("a page of long Russian text comes without a zero byte and with every letter", async () => {
  // Letters of two bytes after an odd number of single ones: one of them meets the end of React's buffer.
  const words = Array.from({ length: 600 }, (_, at) => `${"a".repeat(at % 11)}Криптовалюта`);
  const page = createElement(Fragment, null, ...words.map((word) => createElement("p", null, word)));
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      async onAllReady() {
        const chunks: Buffer[] = [];
        for await (const chunk of pipe(wholeCharacters())) chunks.push(chunk);
        resolve(Buffer.concat(chunks).toString());
      },
      onError: reject,
    });
  });
  expect(html).toBe(words.map((word) => `<p>${word}</p>`).join(""));
});
