import { describe, expect, test } from "vitest";
import { changesSomething, isFromOwnPage } from "./own-origin.server.ts";

const site = "https://exchange.example";
const from = (origin?: string, secFetchSite?: string, host = "exchange.example") => ({ origin, secFetchSite, host });

describe("a POST to the public site", () => {
  test.each([
    ["a form of ours", from(site, "same-origin")],
    ["a form of ours in a browser without fetch metadata", from(site)],
    ["a browser that hides the origin but calls it ours", from(undefined, "same-origin")],
    ["a browser that names no origin but calls it ours", from("null", "same-origin")],
    ["a form of ours behind a proxy that changes the host", from(site, "same-origin", "site:3000")],
  ])("is accepted: %s", (_name, sender) => {
    expect(isFromOwnPage(sender, site)).toBe(true);
  });

  test.each([
    ["another site", from("https://evil.example", "cross-site")],
    ["another site that lies about the fetch", from("https://evil.example", "same-origin")],
    ["a sandboxed frame", from("null", "cross-site")],
    ["a hidden origin", from("null")],
    ["a sub-domain", from("https://shop.exchange.example", "same-site")],
    ["a parent domain", from("https://example", "same-site")],
    ["a name that begins alike", from("https://exchange.example.evil.example")],
    ["the same name without TLS", from("http://exchange.example")],
    ["another port", from("https://exchange.example:8443")],
    ["no word about where it comes from", from()],
    ["an address bar", from(undefined, "none")],
    ["another site without origin", from(undefined, "cross-site")],
    ["our origin, fetched from elsewhere", from(site, "cross-site")],
    ["an origin with a path", from(`${site}/`)],
    ["nonsense", from("exchange.example")],
    ["this machine", from("http://localhost:3000", "same-origin", "localhost:3000")],
  ])("is refused: %s", (_name, sender) => {
    expect(isFromOwnPage(sender, site)).toBe(false);
  });
});

describe("a POST to a site without a public origin", () => {
  test.each([
    ["http://localhost:3000", "localhost:3000"],
    ["http://127.0.0.1:4600", "127.0.0.1:4600"],
    ["http://[::1]:3000", "[::1]:3000"],
  ])("is accepted from this machine: %s", (origin, host) => {
    expect(isFromOwnPage(from(origin, "same-origin", host), undefined)).toBe(true);
  });

  test.each([
    ["https://localhost:3000", "localhost:3000"],
    ["http://localhost:3000", "localhost:4000"],
    ["http://localhost:3000", "127.0.0.1:3000"],
    ["http://rebound.evil.example:3000", "rebound.evil.example:3000"],
    ["http://192.168.1.5:3000", "192.168.1.5:3000"],
    ["http://127.0.0.1.evil.example", "127.0.0.1.evil.example"],
    ["null", "localhost:3000"],
  ])("is refused: %s to %s", (origin, host) => {
    expect(isFromOwnPage(from(origin, "same-origin", host), undefined)).toBe(false);
  });
});

test("all methods except reads change state", () => {
  for (const method of ["GET", "HEAD", "OPTIONS"]) expect(changesSomething(method)).toBe(false);
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE", "get", "PROPFIND", undefined]) {
    expect(changesSomething(method)).toBe(true);
  }
});
