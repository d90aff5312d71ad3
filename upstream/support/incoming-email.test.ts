import { expect, test } from "vitest";
import { textOfHtml } from "./incoming-email.ts";

test("the words of html come without its markup, each cell in a line, and without what was quoted", () => {
  const html =
    "<html><HEAD><title>İ</title><style>p{}</style></HEAD><body><p>Hello &amp; <b>bye</b></p><table><tr><td>1&nbsp;</td><TD>&lt;2&gt;</TD></tr></table>a<br/>b <blockquote>before</blockquote>";
  const lines = textOfHtml(html).split("\n");
  expect(lines.map((line) => line.trim()).filter(Boolean)).toEqual(["Hello & bye", "1", "<2>", "a", "b"]);
  expect(textOfHtml("1 < 2 and no end")).toBe("1 < 2 and no end");
  expect(textOfHtml("a<style>b")).toBe("ab");
});

test("a megabyte of markup that never ends is read in a moment", () => {
  const began = performance.now();
  for (const piece of ["<", "<style>", "<br", "</td", "<style></head>", "&amp", "<title"])
    textOfHtml(piece.repeat(1_000_000 / piece.length));
  expect(performance.now() - began).toBeLessThan(2000);
});
