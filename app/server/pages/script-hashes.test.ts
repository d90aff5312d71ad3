import { expect, test } from "vitest";
import { scriptsByHash } from "./script-hashes.ts";

test("lists inline scripts by hash once each; neither files nor JSON", () => {
  const html = `<script>a()</script><script type="module" async="">a()</script><script src="/a.js"></script>
    <script id="x" type="application/json">{}</script><script type="application/ld+json">{}</script>`;
  expect(scriptsByHash(html)).toBe("'self' 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='");
});

test("a page without scripts allows none", () => {
  expect(scriptsByHash("<p>text</p>")).toBe("'none'");
  expect(scriptsByHash('<script type="application/ld+json">{}</script>')).toBe("'none'");
});
