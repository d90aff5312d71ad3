import { expect, test } from "vitest";
import { preferredLanguage, readCaller } from "./caller.ts";

test.each([
  [null, "en"],
  ["ru", "ru"],
  ["RU-ru,ru;q=0.9", "ru"],
  ["en;q=0.8,ru;q=0.9", "ru"],
  ["ru;q=0.8,en", "en"],
  ["de,ru;q=0.1", "ru"],
  ["ru;q=0", "en"],
  ["russian", "en"],
  ["*", "en"],
  [";;,,q=", "en"],
])("Accept-Language %s is answered in %s", (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

const rules = { clientIds: [], clientSecret: undefined };
const asLoopback = (headers: HeadersInit) =>
  readCaller(new Headers(headers), { address: "127.0.0.1", isTrusted: false }, rules, "id");

test("a caller on this machine is local", () => {
  expect(asLoopback({}).isLocal).toBe(true);
  expect(readCaller(new Headers(), { address: "203.0.113.7", isTrusted: false }, rules, "id").isLocal).toBe(false);
});

test.each(["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])(
  "a local proxy that sends %s is not a local caller",
  (name) => {
    expect(asLoopback({ [name]: "127.0.0.1" }).isLocal).toBe(false);
  },
);
