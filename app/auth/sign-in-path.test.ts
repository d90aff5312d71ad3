import { describe, expect, test } from "vitest";
import { requestedPath, signInPath, targetAfterSignIn } from "./sign-in-path.ts";

const site = "https://exchange.example";
const targetOf = (next: string) => requestedPath(`${site}/En/sign-in?${new URLSearchParams({ next })}`, "en");

/** Spellings of another site or a script that some parsers accept as a path. */
const starts = [
  "//",
  "///",
  "/\\",
  "\\\\",
  "/\t/",
  "/\n/",
  " //",
  "/%09/",
  "//a@",
  "https:",
  "https://",
  "javascript:",
];
const ends = [
  "evil.example",
  "evil.example/%2f..",
  "evil.example\\@exchange.example",
  "[::1]/",
  "evil。example",
  "%65vil.example",
];
const hostile = starts.flatMap((start) => ends.map((end) => start + end));

describe("the target page after sign-in", () => {
  test(`never leaves the site: ${hostile.length} hostile values`, () => {
    expect(hostile.length).toBeGreaterThanOrEqual(60);
    for (const value of hostile) {
      const next = targetOf(value);
      for (const path of [next, targetAfterSignIn(value, "ru"), targetAfterSignIn(next, "en")]) {
        expect(new URL(path ?? "", site).origin, JSON.stringify(value)).toBe(site);
      }
    }
  });

  test("is the requested page with its query; without one the dashboard", () => {
    expect(targetOf("/Ru/dashboard/orders?filter=open")).toBe("/Ru/dashboard/orders?filter=open");
    expect(targetOf("https://evil.example")).toBe("/En/dashboard");
    expect(requestedPath(`${site}/En/sign-in`, "en")).toBeNull();
    expect(targetAfterSignIn(null, "ru")).toBe("/Ru/dashboard");
  });

  test("is kept across all sign-in pages", () => {
    const address = signInPath("ru", "/sign-in", "/Ru/order/X?a=1&b=2", { why: "ended" });
    expect(new URL(address, site).searchParams.get("next")).toBe("/Ru/order/X?a=1&b=2");
    expect(new URL(address, site).searchParams.get("why")).toBe("ended");
    expect(signInPath("en", "/two-factor")).toBe("/En/two-factor");
  });
});
