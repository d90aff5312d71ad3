import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http2";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { mailbox } from "../../../upstream/mail/delivery/mailbox.ts";
import { type Attempt, Customer } from "../../proof/customer.ts";
import { ask, form } from "../../support/service/ask.ts";
import { proxyNames } from "../../support/site/proxies.ts";
import { type SiteBehind, siteBehind } from "../../support/site/site-behind.ts";
import { http2To, overTls } from "../../support/site/tls-client.ts";
import { test } from "../setup/site.ts";

/** What reaches visitors through the proxies of deploy/, and what visitors cannot forge; replacements: tests/proof/stop.ts. */
for (const name of proxyNames) {
  test.describe(`behind ${name}`, () => {
    let behind: SiteBehind;
    test.beforeAll(async () => {
      behind = await siteBehind(name, { RATE_LIMITS: "on" });
    });
    test.afterAll(() => behind.stop());

    test("all addresses use the public origin, and plain http redirects to it", async () => {
      const { proxy } = behind;
      const plain = await ask({ ...behind.site, origin: `http://127.0.0.1:${proxy.plainPort}` }, "/Ru/track?a=1", {
        Host: "exchange.test",
      });
      expect(plain.status).toBeGreaterThanOrEqual(301);
      // Caddy redirects to the usual TLS port, whatever its own.
      const leads = new URL(String(plain.headers.location));
      expect([leads.protocol, leads.hostname, leads.pathname + leads.search]).toEqual([
        "https:",
        "exchange.test",
        "/Ru/track?a=1",
      ]);
      const page = await overTls(proxy, { path: "/Ru/legal/terms" });
      expect(page.text).toContain(`rel="canonical" href="${proxy.origin}/Ru/legal/terms"`);
      expect(page.text).toContain(`hrefLang="en" href="${proxy.origin}/En/legal/terms"`);
      expect(page.headers["strict-transport-security"]).toBe("max-age=63072000");
      expect(String(page.headers.server ?? "")).not.toMatch(/\d|caddy/i);
      expect((await overTls(proxy, { path: "/sitemap.xml" })).text).toContain(`<loc>${proxy.origin}/En`);
      expect((await overTls(proxy, { path: "/robots.txt" })).text).toContain(`${proxy.origin}/sitemap.xml`);
      for (const path of ["/receive-paypal", "/En/track/", "/En/dashboard"]) {
        const { status, headers } = await overTls(proxy, { path });
        expect(status, path).toBeGreaterThanOrEqual(301);
        expect(new URL(String(headers.location), `${proxy.origin}${path}`).origin, path).toBe(proxy.origin);
      }
    });

    test("a foreign host, scheme or sender in headers is ignored", async () => {
      const { proxy } = behind;
      const page = await overTls(proxy, {
        path: "/En/track",
        headers: { ...spoofed("6.6.6.6"), Host: "evil.example" },
      });
      expect(page.text + JSON.stringify(page.headers)).not.toMatch(/evil\.example|6\.6\.6\.6|mine-mine/);
      const post = { path: "/preferences", method: "POST", body: "theme=dark&returnTo=/En" };
      const from = (Origin: string, more = {}) => overTls(proxy, { ...post, headers: { ...form, Origin, ...more } });
      expect((await from(proxy.origin)).status).toBe(303);
      expect((await from(proxy.origin, spoofed("6.6.6.6"))).status).toBe(303);
      expect((await from("https://evil.example", spoofed("6.6.6.6"))).status).toBe(403);
      expect((await from(proxy.origin.replace("https", "http"))).status).toBe(403);
    });

    test("rate limits count by the real address, whatever is forwarded", async () => {
      const [plain, liar, victim, direct] = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"] as const;
      expect(await codesUntilRefused(behind, liar, () => spoofed(victim))).toBe(30);
      expect(await codesUntilRefused(behind, plain, () => ({}))).toBe(30);
      let count = 0;
      expect(await codesUntilRefused(behind, direct, () => spoofed(`10.0.${count++}.1`))).toBe(30);
      expect(await codesUntilRefused(behind, victim, () => ({}))).toBe(30);
    });

    test("cookies are host-only and secure, and emails link to the public origin", async () => {
      const { proxy, site } = behind;
      const { order, cookie } = await openedOrder(behind);
      expect(cookie).toMatch(/^__Host-[^;]+;.*Secure/);
      expect(cookie).toMatch(/HttpOnly/);
      expect(cookie).toMatch(/Path=\//);
      expect(cookie).not.toMatch(/Domain=/i);
      const links = async () => {
        const emails = await mailbox(join(site.dataDir, "mailbox")).emails();
        return emails.flatMap(({ text, html }) => `${text} ${html}`.match(/https?:\/\/[^\s"<>]+/g) ?? []);
      };
      await expect.poll(async () => (await links()).join(), { timeout: 60_000 }).toContain(order.ref);
      for (const link of await links()) expect(new URL(link).origin).toBe(proxy.origin);
    });

    test("order events stream over HTTP/2, and pages are compressed", async () => {
      const { site, proxy } = behind;
      const { order, cookie } = await openedOrder(behind);
      const session = await http2To(proxy);
      try {
        const stream = session.request({
          ":path": `/En/order/${order.ref}/stream`,
          cookie: cookie.split(";")[0],
          accept: "text/event-stream",
          "accept-encoding": "gzip, zstd, br",
        });
        const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders];
        expect(headers[":status"]).toBe(200);
        expect(headers["content-type"]).toContain("text/event-stream");
        expect(headers["content-encoding"]).toBeUndefined();
        let streamed = "";
        stream.on("data", (chunk) => {
          streamed += String(chunk);
        });
        await expect.poll(() => streamed).toContain('"awaiting_payment"');
        await new Customer(site.origin).pay(order);
        await expect.poll(() => streamed, { timeout: 60_000 }).toContain('"completed"');
        stream.close();
      } finally {
        session.destroy();
      }
      for (const path of ["/En", "/Ru/legal/faq"]) {
        const page = await overTls(proxy, { path, headers: { "Accept-Encoding": "gzip" } });
        expect(page.headers["content-encoding"], path).toBe("gzip");
      }
    });

    test("the proxy refuses oversized bodies, and the site refuses large forms with a page", async () => {
      const { proxy } = behind;
      const headers = { ...form, Origin: proxy.origin };
      const post = (bytes: number) =>
        overTls(proxy, { path: "/Ru/track", method: "POST", headers, body: "a".repeat(bytes) }).catch(() => null);
      const huge = await post(3_000_000);
      // The proxy may close while the rest is still being sent.
      if (huge) expect(huge.status).toBe(413);
      const large = await post(70_000);
      expect(large?.status).toBe(413);
      expect(large?.text).toContain('<html lang="ru"');
      expect((await overTls(proxy, { path: "/Ru/track" })).status).toBe(200);
    });

    test("a picture passes the proxy up to the page's own limit", async () => {
      const { proxy } = behind;
      const headers = { "Content-Type": "multipart/form-data; boundary=x", Origin: proxy.origin };
      for (const bytes of [8_000_000, 12_000_000]) {
        const path = "/En/dashboard/account/picture";
        const sent = await overTls(proxy, { path, method: "POST", headers, body: "a".repeat(bytes) });
        // Not signed in: the request arrived.
        expect([sent.status, sent.headers.location]).toEqual([303, expect.stringContaining("/En/sign-in?next=")]);
      }
    });
  });
}

/** All headers in which proxies forward an address, host or scheme. */
function spoofed(address: string): Record<string, string> {
  return {
    "X-Forwarded-For": `${address}, ${address}`,
    "X-Real-IP": address,
    "X-Client-IP": address,
    "True-Client-IP": address,
    "CF-Connecting-IP": address,
    Forwarded: `for=${address};host=evil.example;proto=http`,
    "Client-Address": address,
    "Client-Secret": "x".repeat(32),
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Port": "80",
    "X-Request-Id": "mine-mine-mine",
    "X-Kursa-Request": "mine-mine-mine",
  };
}

/** How many promo codes an address may ask for before it gets 429. */
async function codesUntilRefused({ proxy }: SiteBehind, from: string, more: () => Record<string, string>) {
  const body = JSON.stringify({ code: "NOBODY", from: "usdt-trc20", to: "paypal-usd", amount: "100", side: "from" });
  const post = { path: "/api/v1/promo/validate", method: "POST", body, from };
  for (let answered = 0; answered < 40; answered += 1) {
    const headers = { "client-id": "test", "content-type": "application/json", ...more() };
    const { status } = await overTls(proxy, { ...post, headers });
    if (status === 429) return answered;
    expect(status).toBe(200);
  }
  return Number.POSITIVE_INFINITY;
}

/** An order awaiting payment, and the cookie of the browser that opened its link. */
async function openedOrder({ site, proxy }: SiteBehind): Promise<{ order: Attempt; cookie: string }> {
  const customer = new Customer(site.origin);
  const order = await customer.prepare();
  await customer.execute(order);
  const opened = await overTls(proxy, { path: `/En/order/${order.ref}?t=${order.token}` });
  expect(opened.status).toBe(302);
  expect(new URL(String(opened.headers.location), proxy.origin).href).toBe(`${proxy.origin}/En/order/${order.ref}`);
  return { order, cookie: String(opened.headers["set-cookie"]?.[0]) };
}
