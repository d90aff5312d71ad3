import { expect, test } from "vitest";
import { plainLine, plainText } from "./plain-text.ts";

test.each([
  ["line breaks of every kind", "a\r\nb\rc\u2028d", "a\nb\nc\nd"],
  ["more than one empty line", "a\n\n\n\n\nb", "a\n\nb"],
  ["control characters", "a\u0000\u0007b\u001b[31mc", "ab[31mc"],
  ["marks that reverse the text", "Refund \u202esnioc\u202c now \u2067x\u2069", "Refund snioc now x"],
  ["invisible signs", "Su\u200bpp\u00ador\u2060t\ufeff\u{e0041}", "Support"],
  ["spaces around", "  \n hello \n ", "hello"],
  ["text without anything to read", "\u200b\u202e \n\t", ""],
])("cleans a message of %s", (_what, typed, clean) => {
  expect(plainText(typed)).toBe(clean);
});

test("keeps markup, quotes, other scripts and joined emoji as they are written", () => {
  const text = "<b>Support:</b> > «Привет» שלום 👨‍👩‍👧";
  expect(plainText(text)).toBe(text);
});

test("makes a name one line of a given length", () => {
  expect(plainLine(" Anna\n\nIvanova ", 100)).toBe("Anna Ivanova");
  expect(plainLine("abcdef", 3)).toBe("abc");
  expect(plainLine("ab😀", 3)).toBe("ab");
  expect(plainLine("\u202e", 100)).toBeNull();
});
