import { expect, test } from "vitest";
import { blockKeysOf, readBlockValue } from "./block-keys.ts";

test("an email is matched by its mailbox, its domain and parent domains", () => {
  expect(blockKeysOf({ emails: ["A.nna+1@Mail.Example.com", null] })).toEqual([
    { kind: "email", value: "a.nna@mail.example.com" },
    { kind: "domain", value: "mail.example.com" },
    { kind: "domain", value: "example.com" },
    { kind: "domain", value: "com" },
  ]);
});

test("a PayPal account is matched by its mailbox, a crypto address in upper or lower case", () => {
  const [paypal] = blockKeysOf({ accounts: ["Anna+shop@Gmail.com"] });
  expect(paypal).toEqual({ kind: "paypal", value: "anna@gmail.com" });
  const typed = "0x52908400098527886E0F7030069857D2E4169EE7";
  const value = readBlockValue("address", typed);
  expect(blockKeysOf({ accounts: [typed] })).toContainEqual({ kind: "address", value });
});

test.each([
  ["email", "anna"],
  ["domain", "com"],
  ["domain", "anna@example.com"],
  ["network", "example.com"],
  ["address", "anna@example.com"],
  ["email", "anna@exa mple.com"],
  // A Cyrillic letter; one of full width is read as the letter that it is.
  ["email", "\u0430nna@example.com"],
  ["domain", "https://example.com/"],
  ["domain", "192.0.2.1"],
  ["network", "::ffff:0:0/90"],
  ["network", "::ffff:192.0.2.0/90"],
] as const)("refuses as %s: %s", (kind, typed) => {
  expect(readBlockValue(kind, typed)).toBeUndefined();
});

test.each([
  ["domain", "@Example.com", "example.com"],
  ["domain", "*.example.com", "example.com"],
  ["network", "203.0.113.9/24", "203.0.113.0/24"],
  ["paypal", "Anna@Example.com", "anna@example.com"],
  ["email", "anna@exam\u200bple.com", "anna@example.com"],
  ["email", "Anna <anna@example.com>", "anna@example.com"],
  ["email", "anna@почта.рф", "anna@xn--80a1acny.xn--p1ai"],
  ["domain", "Почта.рф", "xn--80a1acny.xn--p1ai"],
  ["domain", "example.com.", "example.com"],
  ["domain", "exam\u200bple.com", "example.com"],
  ["address", "ethereum:0x52908400098527886E0F7030069857D2E4169EE7", "0x52908400098527886e0f7030069857d2e4169ee7"],
  ["address", "0x5290840009852788\u200b6E0F7030069857D2E4169EE7", "0x52908400098527886e0f7030069857d2e4169ee7"],
  ["network", "::ffff:203.0.113.0/120", "203.0.113.0/24"],
  ["network", "::ffff:cb00:7100/120", "203.0.113.0/24"],
  ["network", "::ffff:0:0/96", "0.0.0.0/0"],
] as const)("reads as %s: %s", (kind, typed, value) => {
  expect(readBlockValue(kind, typed)).toBe(value);
});
