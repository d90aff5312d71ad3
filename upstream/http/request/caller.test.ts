import { describe, expect, test } from "vitest";
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

const rules = { clientIds: [], clientSecret: "s".repeat(32), servesThisMachine: true };
const loopback = { address: "127.0.0.1", isTrusted: false };
const isLocal = (headers: Record<string, string>, peer = loopback, more = {}) =>
  readCaller(new Headers(headers), peer, { ...rules, ...more }, "id").isLocal;
const Host = "localhost:3001";

describe("a caller on this machine", () => {
  test.each(["localhost:3001", "127.0.0.1", "[::1]:3001"])("is local at %s", (host) => {
    expect(isLocal({ Host: host })).toBe(true);
  });

  test.each([
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-IP",
    "CF-Connecting-IP",
    "Forwarded",
    "Via",
    "X-Forwarded-Server",
    "X-Original-Forwarded-For",
    "X-Cluster-Client-IP",
    "Fastly-Client-IP",
    "CDN-Loop",
  ])("is not local behind a proxy that sends %s", (name) => {
    expect(isLocal({ Host, [name]: "127.0.0.1" })).toBe(false);
  });

  test.each(["rebound.evil.example:3001", "127.0.0.1.evil.example", "192.168.1.5:3001", "a b", ""])(
    "is not local at the name %s, which may be a stranger's",
    (host) => {
      expect(isLocal({ Host: host })).toBe(false);
    },
  );

  test("is not local where the exchange has a public name, from elsewhere, or without a Host", () => {
    expect(isLocal({ Host }, loopback, { servesThisMachine: false })).toBe(false);
    expect(isLocal({ Host }, { address: "203.0.113.7", isTrusted: false })).toBe(false);
    expect(isLocal({})).toBe(false);
  });
});

describe("a visitor of our site", () => {
  const secret = { "Client-Secret": "s".repeat(32) };

  test("is local when the site forwards a local address, over a network or in this process", () => {
    expect(isLocal({ ...secret, "Client-Address": "127.0.0.1", Host: "service:3001" })).toBe(true);
    expect(isLocal({ "Client-Address": "127.0.0.1" }, { address: "127.0.0.1", isTrusted: true })).toBe(true);
  });

  test.each([undefined, "unknown", "203.0.113.7:5555", "[2001:db8::1]"])(
    "has no address when the site forwards %s",
    (forwarded) => {
      const headers = new Headers({ ...secret, Host, ...(forwarded && { "Client-Address": forwarded }) });
      expect(readCaller(headers, loopback, rules, "id")).toMatchObject({ address: null, isLocal: false });
    },
  );
});
