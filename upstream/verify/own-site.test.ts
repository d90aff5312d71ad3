import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isOwnLink } from "./own-site.ts";
import { thingsIn } from "./things-in-text.ts";

const ownSite = { origin: "https://kursa.example", sites: ["kursa.example", "kursa-pay.test"] };

/** Whether anything in a text passes for our site. */
const hasOwnLink = (text: string) =>
  thingsIn(text).some((thing) => thing.kind === "link" && isOwnLink(thing.text, ownSite));

const ours = ["kursa.example", "www.kursa.example", "kursa-pay.test"].flatMap((host) =>
  ["", "/", "/En/order/7Q2MK9XW3T", "?partner=ANNA", "#rates", "/verify?next=https://evil.test", ":443/"].flatMap(
    (rest) => ["https://", "HTTPS://", ""].map((scheme) => `${scheme}${host}${rest}`),
  ),
);

const schemes = [
  "http",
  "ftp",
  "ws",
  "javascript",
  "intent",
  "data",
  "file",
  "blob",
  "chrome",
  "market",
  "tg",
  "x-kursa",
  "ssh",
];
const hidden = ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\u2066", "\u034f", "\ufe0f"];
const foreign = [
  ...schemes.flatMap((scheme) => [`${scheme}://kursa.example`, `${scheme}://kursa.example/En/sign-in`]),
  ...["javascript", "data", "vbscript", "intent", "view-source", "blob"].flatMap((scheme) => [
    `${scheme}:https://kursa.example`,
    `${scheme}:text/html,//kursa.example`,
  ]),
  ...["80", "444", "8443", "1", "65535", "99999"].flatMap((port) => [
    `https://kursa.example:${port}`,
    `kursa.example:${port}/`,
  ]),
  ...["evil.test", "kursa.example.evil.test", "evil.test#kursa.example", "evil.test?kursa.example"].flatMap((host) => [
    `https://${host}`,
    `https://kursa.example@${host}`,
    `https://kursa.example:443@${host}/`,
  ]),
  ...["%2f", "%5c", "%23", "%3f", "%40", "%00", "%09", "%E3%80%82"].flatMap((sign) => [
    `https://evil.example${sign}.kursa.example`,
    `evil.example${sign}.kursa.example`,
    `https://kursa.example${sign}.evil.test`,
    `kursa.example${sign}evil.test`,
  ]),
  ...["\\", "/\\", "\\\\"].flatMap((slash) => [
    `https://evil.test${slash}.kursa.example`,
    `https:${slash}kursa.example`,
  ]),
  ...["\t", "\n", "\r"].flatMap((space) => [
    `https://kursa.example${space}.evil.test`,
    `https://kursa.example${space}@evil.test`,
  ]),
  ...hidden.flatMap((sign) => [
    `https://kur${sign}sa.example`,
    `https://kursa${sign}.example/`,
    `https://kursa.example${sign}.evil.test`,
  ]),
  ...["https://kursa.example.", "kursa.example.", "https://kursa.example./", "https://kursa.example.:443/"],
  ...["https://user@kursa.example", "https://user:secret@kursa.example", "https://@kursa.example"],
  ...["https:kursa.example", "https:/kursa.example", "https:///kursa.example", "https://.kursa.example"],
  ...["https://-.kursa.example", "https://a..kursa.example", "https://kursa_.kursa.example"],
  ...["https://kursа.example", "https://ｋursa.example", "https://kursa。example", "https://xn--kurs-83d.example"],
  ...["https://notkursa.example", "https://kursa.example-login.test", "https://kursa-example.test", "https://[::1]"],
];

describe("a link", () => {
  test.each(ours)("to our site is ours: %j", (text) => {
    expect(hasOwnLink(text)).toBe(true);
  });

  test.each(foreign)("in any other form is not ours: %j", (text) => {
    expect(hasOwnLink(text)).toBe(false);
  });

  test("is found inside a sentence, whose full stop is not part of it", () => {
    expect(hasOwnLink("Open (https://kursa.example), please.")).toBe(true);
    expect(hasOwnLink("We are at https://kursa.example.")).toBe(true);
    expect(hasOwnLink("Site:kursa.example")).toBe(true);
  });

  test("to a site that runs on a port of its own is ours with this port alone", () => {
    const local = { origin: "http://localhost:3000", sites: ["localhost"] };
    expect(isOwnLink("http://localhost:3000/verify", local)).toBe(true);
    for (const other of ["http://localhost/verify", "https://localhost:3000", "http://localhost:3001"])
      expect(isOwnLink(other, local)).toBe(false);
  });

  test("is ours as people see a domain of other letters, and not in another spelling of it", () => {
    const cyrillic = { origin: "https://xn--80aswg.xn--p1ai", sites: ["xn--80aswg.xn--p1ai"] };
    expect(isOwnLink("https://сайт.рф/verify", cyrillic)).toBe(true);
    expect(isOwnLink("https://xn--80aswg.xn--p1ai", cyrillic)).toBe(true);
    expect(isOwnLink("https://cайт.рф", cyrillic)).toBe(false);
  });

  test("that passes for ours leads there in every browser", () => {
    const part = fc.constantFrom(
      ...[
        "kursa",
        ".",
        "example",
        "evil.test",
        "@",
        ":",
        "/",
        "\\",
        "%2f",
        "?",
        "#",
        "-",
        "443",
        "https:",
        "//",
        "\t",
        "а",
      ],
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 9 }), (parts) => {
        const text = parts.join("");
        for (const thing of thingsIn(text)) {
          if (thing.kind !== "link" || !isOwnLink(thing.text, ownSite)) continue;
          const url = new URL(thing.text.includes("://") ? thing.text : `https://${thing.text}`);
          expect([url.protocol, url.port, url.username, url.password]).toEqual(["https:", "", "", ""]);
          expect(url.hostname).toMatch(/(?:^|\.)(?:kursa\.example|kursa-pay\.test)$/);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
