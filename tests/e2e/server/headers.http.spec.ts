import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { expect } from "@playwright/test";
import { ask, form, type HttpResponse } from "../../support/service/ask.ts";
import { close, service } from "../../support/site/scripted-service.ts";
import { type Site, startSite } from "../../support/site/site.ts";
import { test } from "../setup/site.ts";

/** The server's behaviour around Remix, over a socket: once is enough, without a browser. */
const token = "canary0123456789canaryABCDEF";
/** The headers of a file, which all other responses have too. */
const everyAnswer = {
  "x-content-type-options": /^nosniff$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "cache-control": /./,
};
const everyPage = {
  ...everyAnswer,
  "content-security-policy":
    /^default-src 'self'; script-src ('nonce-[\w-]{22}' 'strict-dynamic'|'none'); style-src 'self';/,
  "referrer-policy": /^strict-origin-when-cross-origin$/,
  "permissions-policy": /camera=\(\)/,
  "cross-origin-opener-policy": /^same-origin$/,
  "x-request-id": /^[\w-]{8,}$/,
};

test.describe("the site's answers", () => {
  let site: Site;
  let broken: Awaited<ReturnType<typeof service>>;

  test.beforeAll(async () => {
    broken = await service(() => ({ status: 502, body: "no" }));
    site = await startSite({ API_BASE_URL: broken.url });
  });
  test.afterAll(async () => {
    await site.stop();
    close(broken.server);
  });

  test("every page has the same security headers, each once, and a file only those it needs", async () => {
    const sameOrigin = { Origin: site.origin };
    const css = /href="(\/assets\/[^"]+\.css)"/.exec((await ask(site, "/En/legal/terms")).text)?.[1] ?? "";
    const pages: [string, number | number[], HttpResponse][] = [
      ["a page", 200, await ask(site, "/En/legal/terms")],
      ["a page without language", 200, await ask(site, "/legal/terms")],
      ["a move", 301, await ask(site, "/receive-paypal")],
      ["a redirect", 303, await ask(site, "/En/dashboard")],
      [
        "a way back",
        303,
        await ask(site, "/preferences", { ...form, ...sameOrigin }, "POST", "theme=dark&returnTo=/En"),
      ],
      ["a foreign post", 403, await ask(site, "/En/track", form, "POST", "a=1")],
      ["nothing", 404, await ask(site, "/En/nothing")],
      ["an order that is not there", 404, await ask(site, "/En/order/0000000000")],
      ["a method nobody takes", 405, await ask(site, "/En/legal/terms", { ...form, ...sameOrigin }, "POST", "a=1")],
      [
        "a post that is no form",
        415,
        await ask(site, "/En/track", { ...sameOrigin, "Content-Type": "application/json" }, "POST", "{"),
      ],
      ["a post of nothing", 415, await ask(site, "/En/sign-in", sameOrigin, "POST")],
      ["a post that is too large", 413, await ask(site, "/En/track", sameOrigin, "POST", "a".repeat(70_000))],
      // The circuit breaker is open after some failures: 503.
      ["a service that is down", [502, 503], await ask(site, "/En/exchange/usdt-to-paypal")],
      ["a route without a page", 200, await ask(site, "/robots.txt")],
      ["health", 200, await ask(site, "/healthz")],
    ];
    const others: [string, number | number[], HttpResponse][] = [
      ["a stylesheet", 200, await ask(site, css)],
      ["a file", 200, await ask(site, "/favicon.svg")],
    ];
    for (const [name, status, response] of [...pages, ...others]) {
      expect([status].flat(), name).toContain(response.status);
      const isFile = others.some(([other]) => other === name);
      for (const [header, form] of Object.entries(isFile ? everyAnswer : everyPage)) {
        const value = response.headers[header];
        expect(typeof value === "string" ? value : `${value}`, `${name}: ${header}`).toMatch(form);
      }
      if (isFile) expect(Object.keys(response.headers).join()).not.toMatch(/security-policy|permissions|request-id/);
      expect(response.headers["content-security-policy"] ?? "", name).not.toMatch(/unsafe|nonce.*nonce/);
      expect(response.headers["x-powered-by"], name).toBeUndefined();
      expect(response.headers.server, name).toBeUndefined();
    }
  });

  test("only files with a content hash in their name are cacheable forever", async () => {
    const css = /href="(\/assets\/[^"]+\.css)"/.exec((await ask(site, "/En/legal/terms")).text)?.[1] ?? "";
    expect((await ask(site, css)).headers["cache-control"]).toContain("immutable");
    expect((await ask(site, "/favicon.svg")).headers["cache-control"]).toBe("public, max-age=3600");
    expect((await ask(site, "/En/order/0000000000")).headers["cache-control"]).toBe("private, no-store");
    expect((await ask(site, "/En/order/0000000000")).headers["x-robots-tag"]).toBe("noindex");
    expect((await ask(site, "/builds/latest.json?1")).headers["cache-control"]).toBe("no-store");
  });

  test("a text page has no script, and other pages have a nonce on every script", async () => {
    const text = await ask(site, "/Ru/legal/faq");
    expect(text.text).not.toMatch(/<script(?! type="application\/ld\+json")|<style|\sstyle=/);
    const [first, second] = [await ask(site, "/En"), await ask(site, "/En")];
    const nonces = [first, second].map(({ headers, text: html }) => {
      const nonce = /'nonce-([\w-]+)'/.exec(String(headers["content-security-policy"]))?.[1];
      // JSON blocks are never executed.
      const scripts = [...html.matchAll(/<script(?![^>]*type="application\/(?:ld\+)?json")[^>]*>/g)];
      expect(scripts.length).toBeGreaterThan(0);
      for (const [script] of scripts) expect(script).toContain(`nonce="${nonce}"`);
      expect(html).not.toMatch(/<style|\sstyle=/);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test("forwarding headers of an untrusted peer are ignored", async () => {
    const spoofed = {
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      "X-Forwarded-For": "6.6.6.6",
      "X-Real-IP": "6.6.6.6",
      Forwarded: "for=6.6.6.6;host=evil.example",
      "CF-Connecting-IP": "6.6.6.6",
      "X-Request-Id": "mine-mine-mine",
      "X-Kursa-Request": "mine",
    };
    const response = await ask(site, "/En/legal/terms", spoofed);
    expect(response.text + JSON.stringify(response.headers)).not.toMatch(/evil\.example|6\.6\.6\.6|mine/);
    expect(response.text).toContain(`rel="canonical" href="${site.origin}/En/legal/terms"`);
    const post = { ...spoofed, ...form, Origin: "http://evil.example" };
    expect((await ask(site, "/preferences", post, "POST", "theme=dark")).status).toBe(403);
  });

  test("unsafe methods from another origin are refused with a page on every kind of route", async () => {
    const senders: Record<string, string>[] = [
      {},
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "none" },
      { Origin: site.origin, "Sec-Fetch-Site": "cross-site" },
    ];
    for (const path of ["/Ru", "/Ru/exchange/usdt-to-paypal", "/Ru/track", "/preferences", "/healthz", "/Ru/nothing"]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        for (const sender of senders) {
          const response = await ask(site, path, { ...form, ...sender }, method, "a=1");
          expect(response.status, `${method} ${path} ${JSON.stringify(sender)}`).toBe(403);
          expect(response.text).toContain("<h1");
        }
      }
    }
  });

  test("an order's token in an address is never logged", async () => {
    for (const query of [`?t=${token}`, `?a=1&t=${token}&b=2`, `?%74=${token}`, `?t=${token}&t=${token}`]) {
      await ask(site, `/En/order/7Q2MK9XW3T${query}`);
      await ask(site, `/Ru/nothing${query}`);
    }
    await ask(site, "/En/after-the-keys");
    await expect.poll(() => site.log()).toContain("/En/after-the-keys");
    for (const line of site
      .log()
      .split("\n")
      .filter((line) => line.startsWith("{")))
      JSON.parse(line);
    expect(site.log()).toContain("/En/order/7Q2MK9XW3T");
    expect(site.log()).not.toContain("canary");
  });

  test("malformed addresses get a page, never a stack trace", async () => {
    for (const path of [
      "/%",
      "/%ff%fe",
      "//evil.example//",
      "/En/%2e%2e/%5c",
      "/\\evil.example",
      `/${"a".repeat(5000)}`,
    ]) {
      const response = await ask(site, path);
      expect([301, 404], path).toContain(response.status);
      expect(String(response.headers.location ?? "/"), path).toMatch(/^\/(?!\/)/);
      expect(response.text, path).not.toMatch(/node_modules|at Object/);
    }
  });

  test("an address with an escape in it is never redirected to another spelling", async () => {
    for (const path of ["/eN/%5cx", "/En/..%2f", "/en/..%2f", "/En/..%2f/", "/En/%5c/", "/%2fevil.example/", "/eN/%"]) {
      expect((await ask(site, path)).status, path).toBe(404);
    }
  });

  test("rejects an unknown host with 421, an unsupported method with 405 and a malformed request with 400", async () => {
    expect((await ask(site, "/En", { Host: "[" })).status).toBe(400);
    expect((await ask(site, "/En", { Host: "evil.example" })).status).toBe(421);
    expect((await ask(site, "/En", {}, "TRACE")).status).toBe(405);
    expect((await raw(site, "GET /En HTTP/1.1\r\n\r\n")).split(" ")[1]).toBe("400");
  });
});

/** The start of the response to a handwritten request. */
async function raw(site: Site, request: string): Promise<string> {
  const socket = connect(Number(new URL(site.origin).port), "127.0.0.1");
  socket.write(request);
  const [first] = await once(socket, "data");
  socket.destroy();
  return String(first);
}

test("behind a trusted proxy the site uses its public origin", async () => {
  const calls: IncomingMessage["headers"][] = [];
  const told = await service((request) => {
    calls.push(request.headers);
    return { status: 502, body: "no" };
  });
  const site = await startSite({
    API_BASE_URL: told.url,
    API_CLIENT_SECRET: "c".repeat(32),
    PUBLIC_ORIGIN: "https://exchange.example",
    HSTS_SUBDOMAINS: "on",
    TRUSTED_PROXIES: "127.0.0.1",
    SESSION_SECRETS: "s".repeat(32),
    SUPPORT_EMAIL: "help@exchange.example",
  });
  try {
    const proxied = {
      Host: "site:3000",
      "X-Forwarded-For": "6.6.6.6, 198.51.100.9",
      "X-Request-Id": "proxy-request-1",
    };
    const page = await ask(site, "/En/exchange/usdt-to-paypal", { ...proxied, "Accept-Encoding": "br, gzip" });
    expect(page.headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
    expect(page.headers["content-encoding"]).toBeUndefined();
    expect(page.headers["x-request-id"]).toBe("proxy-request-1");
    // The site itself checks whether the market has changed, for no visitor.
    const forVisitor = calls.filter((headers) => headers["x-request-id"] !== "market-state");
    expect(forVisitor.length).toBeGreaterThan(0);
    for (const headers of forVisitor) {
      expect(headers["client-address"]).toBe("198.51.100.9");
      expect(headers["x-request-id"]).toBe("proxy-request-1");
    }
    expect((await ask(site, "/Ru/legal/terms", proxied)).text).toContain(
      'rel="canonical" href="https://exchange.example/Ru/legal/terms"',
    );
    const post = { ...proxied, ...form, Origin: "https://exchange.example" };
    expect((await ask(site, "/preferences", post, "POST", "theme=dark&returnTo=/En")).status).toBe(303);
    const inner = { ...post, Origin: "http://site:3000" };
    expect((await ask(site, "/preferences", inner, "POST", "theme=dark&returnTo=/En")).status).toBe(403);
  } finally {
    await site.stop();
    close(told.server);
  }
});
