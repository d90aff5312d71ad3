import { describe, expect, test } from "vitest";
import { cacheControl } from "./cache-rules.ts";
import { showsGoogleButton } from "./page-rules.ts";
import { letterPolicy, securityHeaders, showsLetter } from "./security-headers.ts";

const production = securityHeaders({ nonce: "n0nce", https: true, development: false });

describe("the content security policy", () => {
  const policy = production["Content-Security-Policy"] ?? "";

  test("allows nothing inline and nothing evaluated", () => {
    expect(policy).not.toMatch(/unsafe-|\*|http:/);
    expect(policy).toContain("script-src 'nonce-n0nce' 'strict-dynamic'");
    expect(policy).toContain("style-src 'self';");
  });

  test("keeps forms, frames, plug-ins and the base here", () => {
    for (const rule of ["form-action 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"]) {
      expect(policy).toContain(rule);
    }
  });

  test("lets no page hold a frame but the one that shows a letter", () => {
    expect(policy).toContain("frame-src 'none'");
    const page = securityHeaders({ nonce: "n", https: true, development: false, framesOwn: true });
    expect(page["Content-Security-Policy"]).toContain("frame-src 'self'");
    expect(["/mailbox", "/mailbox/a:b:1", "/mailbox/a/html", "/order/a"].filter(showsLetter)).toEqual([
      "/mailbox/a:b:1",
    ]);
  });

  test("lets Google's library in where its button is shown, with one stylesheet, and is the same elsewhere", () => {
    const googleScript = "https://accounts.google.com/gsi/client";
    const page = securityHeaders({ nonce: "n0nce", https: true, development: false, googleScript });
    const opened = page["Content-Security-Policy"] ?? "";
    for (const rule of [
      "script-src 'nonce-n0nce' 'strict-dynamic' https://accounts.google.com/gsi/client;",
      "style-src 'self' https://accounts.google.com/gsi/style;",
      "connect-src 'self' https://accounts.google.com/gsi/;",
      "frame-src https://accounts.google.com/gsi/;",
    ]) {
      expect(opened).toContain(rule);
    }
    expect(opened).not.toContain("unsafe-");
    expect(page["Cross-Origin-Opener-Policy"]).toBe("same-origin-allow-popups");
    expect(policy).not.toContain("google");
    expect(production["Cross-Origin-Opener-Policy"]).toBe("same-origin");
    expect(["/sign-in", "/sign-up", "/sign-up/code", "/", "/dashboard"].filter(showsGoogleButton)).toEqual([
      "/sign-in",
      "/sign-up",
    ]);
  });

  test("lets a letter run nothing, load nothing and send nothing", () => {
    expect(letterPolicy).toContain("default-src 'none'");
    expect(letterPolicy).toMatch(/sandbox allow-top-navigation-by-user-activation$/);
    expect(letterPolicy).not.toMatch(/allow-scripts|allow-same-origin|script-src|img-src/);
  });

  test("is looser for Vite's styles in development only", () => {
    const development = securityHeaders({ nonce: "n", https: false, development: true })["Content-Security-Policy"];
    expect(development).toContain("style-src 'self' 'unsafe-inline'");
  });
});

test("strict transport is promised only over https", () => {
  expect(production["Strict-Transport-Security"]).toBe("max-age=63072000; includeSubDomains");
  expect(securityHeaders({ nonce: "n", https: false, development: false })).not.toHaveProperty(
    "Strict-Transport-Security",
  );
});

describe("what may be kept", () => {
  test.each([
    ["/assets/root-abc.js", "public, max-age=31536000, immutable", "public, max-age=31536000, immutable"],
    ["/favicon.svg", "public, max-age=31536000, immutable", "public, max-age=3600"],
    ["/legal/terms", undefined, "private, no-cache"],
    ["/order/7Q2MK9XW3T", undefined, "private, no-store"],
    ["/dashboard/orders", undefined, "private, no-store"],
    ["/orders-of-the-day", undefined, "private, no-cache"],
    ["/healthz", "no-store", "no-store"],
  ])("%s with %s: %s", (path, given, kept) => {
    expect(cacheControl(path, given)).toBe(kept);
  });
});
