import { expect, test } from "vitest";
import { readImapUrl } from "./imap-url.ts";

test("a mailbox is read from its URL, with what is encoded in it", () => {
  expect(readImapUrl("imaps://a%40b.example:p%2Fw%20d@mail.example/Pay%20Pal%2FIn")).toEqual({
    ...{ host: "mail.example", port: 993, isEncrypted: true, user: "a@b.example", password: "p/w d" },
    folder: "Pay Pal/In",
  });
  expect(readImapUrl("imaps://a:b@mail.example:1993")).toMatchObject({ port: 1993, folder: "INBOX" });
  expect(readImapUrl("imap://a:b@127.0.0.1/")).toMatchObject({ host: "127.0.0.1", port: 143, isEncrypted: false });
  expect(readImapUrl("imap://a:b@[::1]:1143/")).toMatchObject({ host: "::1", port: 1143 });
});

test.each([
  "imap://a:b@mail.example/",
  "imap://a:b@localhost.example/",
  "https://a:b@mail.example/",
  "imaps://mail.example/",
  "imaps://a@mail.example/",
  "imaps://a:b@mail.example/x?y",
  "imaps://a:%@mail.example/",
  "mail.example",
])("%s is none", (url) => {
  expect(readImapUrl(url)).toBe(null);
});
