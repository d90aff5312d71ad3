import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { startService } from "../../proof/service.ts";
import { ask, form, type HttpResponse } from "../../support/service/ask.ts";
import { type Site, startSite } from "../../support/site/site.ts";
import { BackOffice, withReason } from "../people/back-office.ts";
import { test } from "../setup/site.ts";

/** The page cache of the built site, over a socket. */
const isCached = ({ headers }: HttpResponse) => String(headers["cache-control"]).startsWith("public");
const exchange = "/En/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd";

/** A page twice, and once with its ETag. Rates that change in between change the page, so that it is asked for anew. */
async function askedAgain(site: Site, path: string) {
  for (let attempt = 1; ; attempt += 1) {
    const [first, second] = [await ask(site, path), await ask(site, path)];
    const unchanged = await ask(site, path, { "If-None-Match": String(first.headers.etag) });
    if ((unchanged.status === 304 && first.text === second.text) || attempt === 5) return { first, second, unchanged };
  }
}

test.describe("the built site", () => {
  let site: Site;
  let office: BackOffice;
  test.beforeAll(async () => {
    site = await startSite();
    office = new BackOffice(site);
  });
  test.afterAll(() => site.stop());

  test("sends every public page from memory with one ETag, and a request id and log line each time", async () => {
    for (const path of ["/", "/Ru", exchange, "/En/earn", "/Ru/legal/terms"]) {
      const { first, second, unchanged } = await askedAgain(site, path);
      expect([first, second].map(isCached), path).toEqual([true, true]);
      expect(second.text, path).toBe(first.text);
      expect([unchanged.status, unchanged.text], path).toEqual([304, ""]);
      const ids = [first, second, unchanged].map(({ headers }) => String(headers["x-request-id"]));
      expect(new Set(ids).size, path).toBe(3);
      for (const id of ids) await expect.poll(() => site.log()).toContain(id);
    }
  });

  test("allows the inline scripts of a cached page by their hash, and names no nonce", async () => {
    const page = await ask(site, "/En");
    expect(page.headers["content-security-policy"]).toMatch(
      /script-src 'self'( 'sha256-[\w+/]{43}=')+; style-src 'self'/,
    );
    expect(page.text).not.toMatch(/nonce=/);
    expect((await ask(site, "/En/legal/terms")).headers["content-security-policy"]).toContain("script-src 'self';");
  });

  test("does not serve cached pages to visitors with a session, an order cookie or an Authorization header", async () => {
    const visitors: Record<string, string>[] = [
      { Cookie: "session=x" },
      { Cookie: "__Host-session=x" },
      { Cookie: "orders=x" },
      { Cookie: "theme=dark; other=1" },
      { Authorization: "Bearer x" },
    ];
    for (const headers of visitors) {
      await ask(site, "/En");
      const page = await ask(site, "/En", headers);
      expect([page.status, isCached(page)], JSON.stringify(headers)).toEqual([200, false]);
      expect(page.headers["content-security-policy"]).toMatch(/'nonce-/);
    }
    for (const path of ["/En?promo=SPRING", "/En/sign-in", "/En/track", "/En/nothing"]) {
      expect(isCached(await ask(site, path)), path).toBe(false);
    }
    const sameOrigin = { ...form, Origin: site.origin };
    expect(isCached(await ask(site, "/En/exchange/usdt-to-paypal", sameOrigin, "POST", "from_amount=x"))).toBe(false);
  });

  test("sends the new price as soon as this process has changed it", async () => {
    const order = await office.order();
    const before = await ask(site, exchange);
    await office.plays(order, "rate_move", "10");
    const after = await ask(site, exchange);
    expect([before, after].map(isCached)).toEqual([true, true]);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  test("shows a paused pair and maintenance as soon as the operator has set them", async () => {
    const pair = "usdt-trc20_paypal-usd";
    const paused = () => ask(site, exchange);
    const open = (await paused()).text;
    await office.operator("pairs pause", { pair, ...withReason });
    const closed = await paused();
    expect(closed.text).not.toBe(open);
    expect(closed.text).toContain("paused");
    // The rate of the test before is far from the market's: opening the pair again asks about it.
    await office.operator("pairs resume", { pair, ...withReason, anyway: "yes" });
    const message = "A new disk is being put in.";
    await office.operator("maintenance on", { ...withReason, en: message, ru: "Ставим новый диск." });
    expect((await ask(site, "/En/legal/terms")).text).toContain(message);
    await office.operator("maintenance off", { ...withReason, anyway: "yes" });
    expect((await ask(site, "/En/legal/terms")).text).not.toContain(message);
  });
});

test("a site with a separate service shows a market change within seconds", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "kursa-split-"));
  const service = await startService({ DATA_DIR: dataDir });
  const site = await startSite({ API_BASE_URL: service.base });
  const message = "A new disk is being put in.";
  try {
    const office = new BackOffice({ origin: service.base, dataDir });
    // A page whose calls were answered late, on a busy machine, is not kept.
    const fromMemory = async () => {
      const page = await ask(site, "/En/legal/terms");
      return isCached(page) ? page.text : "";
    };
    await expect.poll(fromMemory).not.toBe("");
    await office.operator("maintenance on", { ...withReason, en: message, ru: "Ставим новый диск." });
    // Without a check of the market a page is valid for fifteen seconds.
    await expect.poll(fromMemory, { timeout: 12_000 }).toContain(message);
  } finally {
    await site.stop();
    await service.kill("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  }
});
