import { expect, test } from "vitest";
import { mailboxOf } from "./mailbox.ts";

test.each([
  ["Anna@Example.com", "anna@example.com"],
  ["anna+paypal@example.com", "anna@example.com"],
  ["a.nna@example.com", "a.nna@example.com"],
  ["A.n.na+1@gmail.com", "anna@gmail.com"],
  ["anna@googlemail.com", "anna@gmail.com"],
])("%s reaches the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
