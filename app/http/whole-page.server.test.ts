import { createElement, Fragment } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { expect, test } from "vitest";
import { pageCollector, wholeBytesOf, wholePage } from "./whole-page.server.ts";

test("a page of long Russian text comes without a zero byte and with every letter", async () => {
  // Letters of two bytes after an odd number of single ones: one of them meets the end of React's buffer.
  const words = Array.from({ length: 600 }, (_, at) => `${"a".repeat(at % 11)}Криптовалюта`);
  const page = createElement(Fragment, null, ...words.map((word) => createElement("p", null, word)));
  const html = await new Promise<Buffer>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => void pipe(pageCollector(resolve)),
      onError: reject,
    });
  });
  expect(html.toString()).toBe(words.map((word) => `<p>${word}</p>`).join(""));
});

test("a whole page is an answer like others, and its bytes are at hand", async () => {
  const answer = wholePage(Buffer.from("Курса"), { status: 404 });
  expect(wholeBytesOf(answer)?.toString()).toBe("Курса");
  expect([answer.status, await answer.text()]).toEqual([404, "Курса"]);
  expect(wholeBytesOf(new Response("Курса"))).toBeUndefined();
});
