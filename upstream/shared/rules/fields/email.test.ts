import { expect, test } from "vitest";
import { readEmail } from "./email.ts";

test.each([
  ["a@mail.com", "a@mail.com"],
  ["  Anna.K+kursa@Mail.COM ", "Anna.K+kursa@mail.com"],
  ["o'neil@sub.example.co.uk", "o'neil@sub.example.co.uk"],
  ["x@xn--e1afmkfd.xn--p1ai", "x@xn--e1afmkfd.xn--p1ai"],
  ["Anna Ivanova <Anna@Mail.com>", "Anna@mail.com"],
  ["<anna@mail.com>", "anna@mail.com"],
  ["mailto:anna@mail.com", "anna@mail.com"],
  ["MAILTO:anna@mail.com?subject=Order", "anna@mail.com"],
  ["anna@mail.com.", "anna@mail.com"],
  ["\u200banna@mail.com\u200e", "anna@mail.com"],
  ["“anna@mail.com”", "anna@mail.com"],
])("%j is an email address", (typed, email) => {
  expect(readEmail(typed)).toBe(email);
});

test.each([
  "",
  "a",
  "@b.co",
  "a@",
  "a@b",
  "a b@c.de",
  "a@b.de <c@d.ef>",
  "Anna <a@b.de> <c@d.ef>",
  "anna@mail.com..",
  "a@b..de",
  ".a@b.de",
  "a.@b.de",
  "a..b@c.de",
  "a@-b.de",
  "a@b.1",
  "a@b.c",
  "a@b@c.de",
  "a@b.de\nBcc: x@y.zz",
  "a,b@c.de",
  "почта@пример.рф",
  `${"a".repeat(65)}@b.de`,
  `a@${"b".repeat(64)}.de`,
  `a@${"b.".repeat(130)}de`,
])("%j is not an email address", (typed) => {
  expect(readEmail(typed)).toBeUndefined();
});
