import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../../proof/service.ts";
import { ask } from "../../support/service/ask.ts";
import { type Family, parseExposition, sampleValue } from "../../support/service/exposition.ts";
import { freePort, startSite } from "../../support/site/site.ts";
import { expect, test } from "../setup/story.ts";

async function scrape(port: string): Promise<Map<string, Family>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  return parseExposition(await response.text());
}

const counts = (families: Map<string, Family>) =>
  (families.get("kursa_http_duration_seconds")?.samples ?? [])
    .filter(({ name }) => name.endsWith("_count"))
    .map(({ labels: { kind, route, status } }) => `${kind} ${route} ${status}`);

test("a site and a service of its own have metrics on ports of their own, and the public port has none", async () => {
  const [ofSite, ofService] = [String(await freePort()), String(await freePort())];
  const dataDir = await mkdtemp(join(tmpdir(), "kursa-metrics-"));
  const service = await startService({ DATA_DIR: dataDir, METRICS_PORT: ofService });
  const site = await startSite({ API_BASE_URL: service.base, METRICS_PORT: ofSite });
  try {
    for (const origin of [site.origin, service.base]) {
      const open = await ask({ origin }, "/metrics", { "client-id": "test" });
      expect(open.status).not.toBe(200);
      expect(open.text).not.toContain("kursa_http_duration_seconds");
    }
    for (let each = 0; each < 20; each += 1) await ask(site, `/En/${each}"x"/${"y".repeat(each)}?t=secret-${each}`);
    // With a cookie of its own a page is not answered from memory.
    await ask(site, "/En/track", { cookie: "own=1" });
    await ask(site, "/healthz");
    const front = await scrape(ofSite);
    expect(sampleValue(front, "kursa_ready")).toBe(1);
    expect(counts(front)).toContain("page ($lang).track 2xx");
    expect(counts(front).length).toBeLessThan(10);
    expect(front.has("kursa_ledger_violations")).toBe(false);
    const behind = await scrape(ofService);
    expect(counts(behind)).toContain("call exchangePairs 2xx");
    expect(sampleValue(behind, "kursa_ready")).toBe(1);
    expect(sampleValue(behind, "kursa_ledger_violations")).toBe(0);
    expect(sampleValue(behind, "kursa_reserve", { asset: "btc" })).toBeGreaterThan(0);

    await service.kill("SIGTERM");
    expect(sampleValue(await scrape(ofSite), "kursa_ready")).toBe(0);
  } finally {
    await site.stop();
    await service.kill("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("a site with its own service has the metrics of both on one port", async () => {
  const port = String(await freePort());
  const site = await startSite({ METRICS_PORT: port });
  try {
    await ask(site, "/api/v1/exchange/pairs", { "client-id": "test" });
    const families = await scrape(port);
    expect(counts(families)).toEqual(expect.arrayContaining(["api  2xx", "call exchangePairs 2xx"]));
    expect(sampleValue(families, "kursa_orders", { status: "awaiting_payment" })).toBe(0);
    // A request counts until its connection has taken the answer.
    await expect.poll(async () => sampleValue(await scrape(port), "kursa_http_inflight")).toBe(0);
  } finally {
    await site.stop();
  }
});
