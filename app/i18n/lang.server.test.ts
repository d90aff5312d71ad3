import { describe, expect, test } from "vitest";
import { href } from "./href.ts";
import { langOf } from "./lang.server.ts";
import { splitPath } from "./languages.ts";

function requestLang(path: string, headers: Record<string, string> = {}) {
  return langOf(new Request(`http://site.test${path}`, { headers }));
}

describe("the language of a request", () => {
  test("is that of its address, whatever the cookie and browser say", () => {
    const headers = { Cookie: "i18n_redirected=Ru", "Accept-Language": "ru" };
    expect(requestLang("/En/legal/terms", headers)).toBe("en");
    expect(requestLang("/Ru", { "Accept-Language": "en" })).toBe("ru");
  });

  test("without a prefix is the visitor's choice, then the browser's", () => {
    expect(requestLang("/", { Cookie: "a=1; i18n_redirected=Ru; b=2", "Accept-Language": "en" })).toBe("ru");
    expect(requestLang("/", { Cookie: "i18n_redirected=En", "Accept-Language": "ru" })).toBe("en");
  });

  test.each([
    ["ru-RU,ru;q=0.9,en;q=0.8", "ru"],
    ["en-US,en;q=0.9,ru;q=0.8", "en"],
    ["en;q=0.5,ru;q=0.9", "ru"],
    ["de-DE,de;q=0.9,ru;q=0.5,en;q=0.3", "ru"],
    ["fr,de", "en"],
    ["*", "en"],
    ["", "en"],
    ["RU", "ru"],
    ["x".repeat(3000), "en"],
    // Only the first 500 characters count.
    [`${"de;q=0.1,".repeat(50)}ru`, "ru"],
    [`${"de;q=0.1,".repeat(60)}ru`, "en"],
  ])("without a choice is negotiated with the browser: %s", (header, lang) => {
    expect(requestLang("/legal/terms", { "Accept-Language": header })).toBe(lang);
  });

  test.each(["i18n_redirected=ru", "i18n_redirected=fr", "i18n_redirected=", "xi18n_redirected=Ru"])(
    "ignores an invalid cookie: %s",
    (cookie) => {
      expect(requestLang("/", { Cookie: cookie })).toBe("en");
    },
  );

  test("is read only from a complete, case-sensitive first segment", () => {
    expect(requestLang("/Russia")).toBe("en");
    expect(requestLang("/ru/legal/terms")).toBe("en");
  });
});

describe("an address", () => {
  test.each([
    ["/", "/Ru"],
    ["/legal/terms", "/Ru/legal/terms"],
    ["/?from=btc", "/Ru?from=btc"],
    ["/#rates", "/Ru#rates"],
    ["/exchange/usdt-to-paypal?from=a", "/Ru/exchange/usdt-to-paypal?from=a"],
  ])("%s is %s in Russian", (path, address) => {
    expect(href("ru", path)).toBe(address);
  });

  test.each([
    ["/Ru/legal/terms", "ru", "/legal/terms"],
    ["/En", "en", "/"],
    ["/legal/terms", null, "/legal/terms"],
    ["/", null, "/"],
  ])("%s splits into %s and %s", (pathname, lang, path) => {
    expect(splitPath(pathname)).toEqual({ lang, path });
  });
});
