import { describe, expect, test } from "vitest";
import type { BotCheckProvider } from "../../../contract/bot-check/actions.ts";
import { botCheckSources } from "../../settings/bot-check-sources.ts";
import { showsGoogleButton } from "../paths/page-rules.ts";
import { cacheControl } from "./cache-rules.ts";
import { emailPolicy, scriptsWithNonce, securityHeaders, showsEmail } from "./security-headers.ts";

const production = securityHeaders({ scripts: scriptsWithNonce("n0nce"), https: true, development: false });

describe("the content security policy", () => {
  const policy = production["content-security-policy"] ?? "";

  test("allows neither inline scripts nor eval", () => {
    expect(policy).not.toMatch(/unsafe-|\*|http:/);
    expect(policy).toContain("script-src 'nonce-n0nce' 'strict-dynamic'");
    expect(policy).toContain("style-src 'self';");
  });

  test("restricts forms, frames, plug-ins and base to this site", () => {
    for (const rule of ["form-action 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"]) {
      expect(policy).toContain(rule);
    }
  });

  test("allows a frame only on the page that shows an email", () => {
    expect(policy).toContain("frame-src 'none'");
    const page = securityHeaders({ scripts: scriptsWithNonce("n"), https: true, development: false, framesOwn: true });
    expect(page["content-security-policy"]).toContain("frame-src 'self'");
    expect(["/mailbox", "/mailbox/a:b:1", "/mailbox/a/html", "/order/a"].filter(showsEmail)).toEqual([
      "/mailbox/a:b:1",
    ]);
  });

  test("allows Google's library and stylesheet only on pages with its button", () => {
    const googleScript = "https://accounts.google.com/gsi/client";
    const page = securityHeaders({ scripts: scriptsWithNonce("n0nce"), https: true, development: false, googleScript });
    const opened = page["content-security-policy"] ?? "";
    for (const rule of [
      "script-src 'nonce-n0nce' 'strict-dynamic' https://accounts.google.com/gsi/client;",
      "style-src 'self' https://accounts.google.com/gsi/style;",
      "connect-src 'self' https://accounts.google.com/gsi/;",
      "frame-src https://accounts.google.com/gsi/;",
    ]) {
      expect(opened).toContain(rule);
    }
    expect(opened).not.toContain("unsafe-");
    expect(page["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
    expect(policy).not.toContain("google");
    expect(production["cross-origin-opener-policy"]).toBe("same-origin");
    expect(["/sign-in", "/sign-up", "/sign-up/code", "/", "/dashboard"].filter(showsGoogleButton)).toEqual([
      "/sign-in",
      "/sign-up",
    ]);
  });

  test("lets our own bot check run in workers, and opens for another provider only when it is configured", () => {
    expect(policy).toContain("worker-src 'self';");
    const page = (provider: BotCheckProvider) =>
      securityHeaders({ scripts: "'none'", https: true, development: false, sources: botCheckSources(provider) })[
        "content-security-policy"
      ] ?? "";
    expect(page("altcha")).toBe(page("off"));
    expect(page("altcha")).not.toMatch(/https:/);
    expect(page("turnstile")).toContain("frame-src https://challenges.cloudflare.com;");
    expect(page("hcaptcha")).toContain("style-src 'self' https://hcaptcha.com https://*.hcaptcha.com;");
    expect(page("recaptcha")).toContain("frame-src https://www.google.com/recaptcha/");
    for (const provider of ["turnstile", "hcaptcha", "recaptcha"] as const) {
      expect(page(provider)).not.toContain("unsafe-");
    }
  });

  test("allows no scripts, requests or forms in an email", () => {
    expect(emailPolicy).toContain("default-src 'none'");
    expect(emailPolicy).toMatch(/sandbox allow-top-navigation-by-user-activation$/);
    expect(emailPolicy).not.toMatch(/allow-scripts|allow-same-origin|script-src|img-src/);
  });

  test("is looser for Vite's styles in development only", () => {
    const development = securityHeaders({ scripts: scriptsWithNonce("n"), https: false, development: true })[
      "content-security-policy"
    ];
    expect(development).toContain("style-src 'self' 'unsafe-inline'");
  });
});

test("sends HSTS only over https", () => {
  expect(production["strict-transport-security"]).toBe("max-age=63072000");
  expect(securityHeaders({ scripts: scriptsWithNonce("n"), https: false, development: false })).not.toHaveProperty(
    "strict-transport-security",
  );
});

test("covers sub-domains with HSTS only where that is set", () => {
  const headers = securityHeaders({ scripts: scriptsWithNonce("n"), https: "sub_domains", development: false });
  expect(headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
});

describe("Cache-Control", () => {
  test.each([
    ["/legal/terms", undefined, "private, no-cache"],
    ["/order/7Q2MK9XW3T", undefined, "private, no-store"],
    ["/dashboard/orders", undefined, "private, no-store"],
    ["/orders-of-the-day", undefined, "private, no-cache"],
    ["/healthz", "no-store", "no-store"],
  ])("%s with %s: %s", (path, routeControl, expected) => {
    expect(cacheControl(path, routeControl)).toBe(expected);
  });
});
