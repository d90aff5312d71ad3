import { once } from "node:events";
import { createServer, type OutgoingHttpHeaders, type Server } from "node:http";
import { expect } from "@playwright/test";
import { type RunningProxy, startProxy } from "../../support/site/proxies.ts";
import { freePort } from "../../support/site/site.ts";
import { overTls } from "../../support/site/tls-client.ts";
import { test } from "../setup/site.ts";

/** Which answers nginx stores with the file of deploy/. The site behind it is scripted, so that a page stays stored. */
test.describe("nginx", () => {
  const page: OutgoingHttpHeaders = {
    "content-type": "text/html",
    "cache-control": "public, max-age=0, s-maxage=60",
    vary: "Cookie, Accept-Encoding",
  };
  let requestCount = 0;
  let sent = page;
  let site: Server;
  let proxy: RunningProxy;

  test.beforeAll(async () => {
    site = createServer((_, response) => {
      requestCount += 1;
      response.writeHead(200, { ...sent, "x-request-id": "of-the-site" }).end(`page ${requestCount}`);
    });
    site.listen(0, "127.0.0.1");
    await once(site, "listening");
    const address = site.address();
    const port = typeof address === "object" ? address?.port : undefined;
    proxy = await startProxy("nginx", { port: await freePort(), sites: [`127.0.0.1:${port}`] });
  });
  test.afterAll(async () => {
    await proxy.stop();
    site.close();
  });

  const opens = async (path: string, headers: Record<string, string> = {}, method = "GET") =>
    overTls(proxy, { path, headers, method });
  /** How many of two requests reach the site. */
  const reached = async (path: string, headers?: Record<string, string>) => {
    const before = requestCount;
    const [first, second] = [await opens(path, headers), await opens(path, headers)];
    return { count: requestCount - before, texts: [first.text, second.text], ids: [first, second].map(idOf) };
  };
  const idOf = ({ headers }: Awaited<ReturnType<typeof opens>>) => headers["x-request-id"];

  test("stores a public page, and sends it with the id of each request", async () => {
    for (const path of ["/", "/En", "/Ru/legal/terms", "/exchange/usdt-to-paypal?amount=5"]) {
      const { count, texts, ids } = await reached(path);
      expect([count, texts[1]], path).toEqual([1, texts[0]]);
      expect(new Set([...ids, "of-the-site", undefined]).size, path).toBe(4);
    }
    expect((await reached("/En", { Cookie: "theme=dark; zone=Europe/Berlin" })).count).toBe(1);
    expect((await reached("/En", { Cookie: "theme=light; zone=Europe/Berlin" })).count).toBe(1);
  });

  test("asks the site once for a page that many ask for at the same time", async () => {
    const before = requestCount;
    const pages = await Promise.all(Array.from({ length: 50 }, () => opens("/Ru/earn")));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    // More only where the first answer takes longer than the others wait for it.
    expect(requestCount - before).toBeLessThan(5);
  });

  test("neither sends a stored page to a visitor with a session nor stores theirs", async () => {
    const path = "/En/earn";
    for (const headers of [
      { Cookie: "session=x" },
      { Cookie: "theme=dark; __Host-session=x" },
      { Cookie: "orders=x; theme=dark" },
      { Authorization: "Bearer x" },
    ]) {
      expect((await reached(path, { ...headers })).count, JSON.stringify(headers)).toBe(2);
    }
    const stored = await opens(path);
    expect((await opens(path, { Cookie: "session=x" })).text).not.toBe(stored.text);
    expect((await opens(path)).text).toBe(stored.text);
  });

  test("stores no answer that sets a cookie, is private, or belongs to another page", async () => {
    sent = { ...page, "set-cookie": "a=1" };
    expect((await reached("/En/company/about")).count).toBe(2);
    sent = { ...page, "cache-control": "private, no-cache" };
    expect((await reached("/En/company/our-mission")).count).toBe(2);
    sent = page;
    for (const path of ["/En/track", "/En/order/7Q2MK9XW3T", "/En/dashboard", "/api/v1/exchange/pairs"]) {
      expect((await reached(path)).count, path).toBe(2);
    }
  });
});
