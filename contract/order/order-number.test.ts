import { expect, test } from "vitest";
import { parseRef, refFromBytes, shownRef } from "./order-number.ts";

test.each([
  ["7Q2MK9XW3T", "7Q2MK9XW3T"],
  ["7q2m-k9xw-3t", "7Q2MK9XW3T"],
  [" 7Q2M K9XW 3T\n", "7Q2MK9XW3T"],
  ["7Q2M–K9XW–3T", "7Q2MK9XW3T"],
  ["№ 7Q2M-K9XW-3T", "7Q2MK9XW3T"],
  ["#7Q2M-K9XW-3T", "7Q2MK9XW3T"],
  ["Order #7Q2M-K9XW-3T", "7Q2MK9XW3T"],
  ["Заявка № 7Q2M-K9XW-3T.", "7Q2MK9XW3T"],
  ["(7Q2M-K9XW-3T)", "7Q2MK9XW3T"],
  ["(№ 7Q2M-K9XW-3T).", "7Q2MK9XW3T"],
  ["7Q2M-K9XW-3T\u200b", "7Q2MK9XW3T"],
  ["7Q2M-K9XW-3T.", "7Q2MK9XW3T"],
  ["7Q2M\u2212K9XW\u22123T", "7Q2MK9XW3T"],
  ["7Q2M\ufe58K9XW\uff0d3T", "7Q2MK9XW3T"],
  ["７Ｑ２Ｍ－Ｋ９ＸＷ－３Ｔ", "7Q2MK9XW3T"],
  ["https://kursa.example/order/7Q2MK9XW3T", "7Q2MK9XW3T"],
  ["https://kursa.example/ru/order/7Q2MK9XW3T/receipt?token=abc#top", "7Q2MK9XW3T"],
  ["<https://kursa.example/ru/order/7q2m-k9xw-3t>", "7Q2MK9XW3T"],
  ["OIlO-oiL1-00", "0110011100"],
])("%j is order %s", (typed, ref) => {
  expect(parseRef(typed)).toBe(ref);
});

test.each([
  "",
  "№",
  "№ № 7Q2MK9XW3T",
  "No 7Q2MK9XW3T",
  "https://kursa.example/7Q2MK9XW3T",
  "7Q2MK9XW3T 8Q2MK9XW3T",
  "7Q2MK9XW3",
  "7Q2MK9XW3TT",
  "7Q2MK9XW3U",
  "7Q2M_K9XW_3T",
  "заявка",
  "🙂".repeat(10),
])("%j is not an order number", (typed) => {
  expect(parseRef(typed)).toBeUndefined();
});

test("a new number can be read in every spelling", () => {
  const ref = refFromBytes(Uint8Array.from([0, 31, 32, 63, 64, 100, 200, 255, 9, 17]));
  expect(ref).toBe("0Z0Z048Z9H");
  expect(shownRef(ref)).toBe("0Z0Z-048Z-9H");
  expect(parseRef(shownRef(ref))).toBe(ref);
});

test("refuses to create a number from too few random bytes", () => {
  expect(() => refFromBytes(new Uint8Array(9))).toThrow("ten random bytes");
});
