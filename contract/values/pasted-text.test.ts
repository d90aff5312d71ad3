import { expect, test } from "vitest";
import { asciiFigures, plainCode } from "./pasted-text.ts";

test.each([
  ["123456", "123456"],
  [" 123 456\n", "123456"],
  ["123-456", "123456"],
  ["123\u2011456", "123456"],
  ["123–456", "123456"],
  ["123\u2212456", "123456"],
  ["\u200b123456\u200e", "123456"],
  ["\u2066123\u200b456\u2069", "123456"],
  ["123456.", "123456"],
  ["«123456».", "123456"],
  ["(123456)", "123456"],
  ["123456。", "123456"],
  ["１２３４５６", "123456"],
  ["١٢٣٤٥٦", "123456"],
  ["۱۲۳۴۵۶", "123456"],
  ["१२३४५६", "123456"],
  ["ab12-CD34", "ab12CD34"],
  ["12.34", "12.34"],
  ["5²", "5²"],
])("%j is the code %s", (typed, code) => {
  expect(plainCode(typed)).toBe(code);
});

test("every figure of Unicode has its value", () => {
  const values = [0x660, 0x6f0, 0x966, 0xff10, 0x1d7ce, 0x1d7f6, 0x1e950].map((zero) =>
    asciiFigures(String.fromCodePoint(...Array.from({ length: 10 }, (_, value) => zero + value))),
  );
  expect(new Set(values)).toEqual(new Set(["0123456789"]));
});
