import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeReturnPath } from "./return-path.ts";

const site = "https://exchange.example";

const hostile = [
  "",
  " ",
  "//evil.com",
  "///evil.com",
  "////evil.com",
  "/\\evil.com",
  "\\\\evil.com",
  "\\/evil.com",
  "/\\/evil.com",
  "//evil.com/%2f..",
  "/%09/evil.com",
  "/\t/evil.com",
  "/\n/evil.com",
  "/\r/evil.com",
  "\t//evil.com",
  " //evil.com",
  "/\u0000/evil.com",
  "\u0000//evil.com",
  "http://evil.com",
  "https://evil.com",
  "HTTPS://evil.com",
  "https:evil.com",
  "http:/evil.com",
  "https:///evil.com",
  "https:\\\\evil.com",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "javascript://%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "ftp://evil.com",
  "mailto:a@evil.com",
  "//evil.com\\@exchange.example",
  "https://exchange.example@evil.com",
  "https://exchange.example.evil.com",
  "//exchange.example@evil.com",
  "@evil.com",
  "evil.com",
  "evil.com/path",
  ".evil.com",
  "..//evil.com",
  "../evil",
  "./evil",
  "?next=/x",
  "#x",
  "/En/..//evil.com",
  "/En/../..//evil.com",
  "/.//evil.com",
  "/./\\evil.com",
  "/x/..//evil.com",
  "/%2e%2e//evil.com",
  "/%5cevil.com/..//evil.com",
  "//%65vil.com",
  "//evil%E3%80%82com",
  "//evil。com",
  "/\u2028/evil.com\\",
  "/\ufeff//evil.com\\",
  "//[::1]/",
  "//127.0.0.1",
  "//1",
  "/ \\evil.com",
  "/;@evil.com\\",
  "/\u007f/evil.com",
];

describe("a return path", () => {
  test(`never leaves the site: ${hostile.length} hostile values`, () => {
    expect(hostile.length).toBeGreaterThanOrEqual(60);
    for (const value of hostile) {
      expect(new URL(safeReturnPath(value), site).origin, JSON.stringify(value)).toBe(site);
    }
  });

  test.each(["//evil.com", "/\\evil.com", "/\t/evil.com", "/En/..//evil.com", "javascript:alert(1)", "evil"])(
    "%j becomes the home page",
    (value) => {
      expect(safeReturnPath(value)).toBe("/");
    },
  );

  test.each(["/", "/En", "/Ru/exchange/usdt-to-paypal?from=a&to=b#sum", "/En/legal/faq?x=%2F%2Fevil.com"])(
    "%s is accepted",
    (value) => {
      expect(safeReturnPath(value)).toBe(value);
    },
  );

  test("never leaves the site, for random input", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "\t",
      "\n",
      " ",
      "%2f",
      "%5c",
      "@",
      ":",
      "evil.com",
      "En",
      "?",
      "#",
      "\0",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = safeReturnPath(pieces.join(""));
        expect(new URL(path, site).origin).toBe(site);
      }),
      { numRuns: 5000 },
    );
  });

  test("of a non-string value is the home page", () => {
    for (const value of [null, undefined, 1, {}, new Blob()]) expect(safeReturnPath(value, "/En")).toBe("/En");
    expect(safeReturnPath(`/${"a".repeat(3000)}`)).toBe("/");
  });
});
