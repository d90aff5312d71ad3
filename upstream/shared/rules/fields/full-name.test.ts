import { expect, test } from "vitest";
import { readFullName } from "./full-name.ts";

test.each([
  ["Anna Ivanova", "Anna Ivanova"],
  ["  Анна   Иванова ", "Анна Иванова"],
  ["A. I.", "A. I."],
  ["Jean-Luc d’Arc", "Jean-Luc d’Arc"],
  ["J.R.R. Tolkien", "J.R.R. Tolkien"],
  ["José\u0301 Nuñez", "José\u0301 Nuñez"],
  ["Suharto", "Suharto"],
  ["王伟", "王伟"],
  ["Vincent van 't Hoff", "Vincent van 't Hoff"],
  ["O‘Neil", "O‘Neil"],
  ["Gal·la Placídia", "Gal·la Placídia"],
  ["Davis, Jr.", "Davis, Jr."],
  ["Acme Store 24", "Acme Store 24"],
  ["J & K Trading", "J & K Trading"],
  ["Müller-Lüdenscheidt (Ltd.)", "Müller-Lüdenscheidt (Ltd.)"],
  ["ООО «Ромашка»", "ООО «Ромашка»"],
  ['Acme "Best" LLC', 'Acme "Best" LLC'],
  ["Yahoo! Inc", "Yahoo! Inc"],
  ["Магазин №1", "Магазин №1"],
  ["Shop #1", "Shop #1"],
  ["J ＆ K", "J & K"],
  ["Ａｃｍｅ", "Acme"],
  ["Booking.com", "Booking.com"],
  ["Cafe @ Home", "Cafe @ Home"],
  ["=SUM Trading; 50% + more", "=SUM Trading; 50% + more"],
])("%j is a name", (typed, name) => {
  expect(readFullName(typed)).toBe(name);
});

test.each([
  "",
  "24",
  "&",
  "a@mail.com Anna",
  "https://evil.test",
  "www.evil.test",
  "Anna http://evil.test",
  "//evil.test",
  "ｗｗｗ.evil.test",
  "<b> Anna",
  "＜b＞ Anna",
  "Anna \u202eavonavI",
  "Anna\u200b Ivanova",
  "Anna\u0000 Ivanova",
  `A ${"b".repeat(200)}`,
])("%j is not a name", (typed) => {
  expect(readFullName(typed)).toBeUndefined();
});
