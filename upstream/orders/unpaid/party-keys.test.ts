import { expect, test } from "vitest";
import { mailboxOf, partyKeys } from "./party-keys.ts";

test.each([
  ["Anna@Example.com", "anna@example.com"],
  ["anna+paypal@example.com", "anna@example.com"],
  ["a.nna@example.com", "a.nna@example.com"],
  ["A.n.na+1@gmail.com", "anna@gmail.com"],
  ["anna@googlemail.com", "anna@gmail.com"],
])("%s reaches the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test("a party's key depends on the secret, that of a day on the day too", () => {
  const parties = { network: "203.0.113.0/24", email: "anna@example.com", memberId: null };
  const keysWith = (secret: string, day: string) => partyKeys([secret], parties, day);
  const [here, other, later] = [keysWith("a", "2026-11-21"), keysWith("b", "2026-11-21"), keysWith("a", "2026-11-22")];
  expect(here.map(({ key }) => key)).not.toEqual(other.map(({ key }) => key));
  expect(here.map(({ key }) => key)).toEqual(later.map(({ key }) => key));
  expect(here.map(({ dayKey }) => dayKey)).not.toEqual(later.map(({ dayKey }) => dayKey));
});
