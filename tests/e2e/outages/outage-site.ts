import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Customer } from "../../proof/customer.ts";
import { type Service, startService } from "../../proof/service.ts";
import { deleteFolder } from "../../support/delete-folder.ts";
import { ask } from "../../support/service/ask.ts";
import { type ChaosProxy, chaosProxy, type Fault } from "../../support/site/chaos-proxy.ts";
import { type Site, startSite } from "../../support/site/site.ts";
import { BackOffice } from "../people/back-office.ts";
import { test as base, expect } from "../setup/story.ts";

type Behind = { chaos: ChaosProxy; service: Service; customer: Customer; office: BackOffice };

/** A site and a real service, with a proxy between them that simulates faults. */
export const test = base.extend<object, { behind: Behind }>({
  behind: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), "kursa-behind-"));
      const service = await startService({ DATA_DIR: dataDir, SANDBOX_CLOCK: "1" });
      const chaos = await chaosProxy(service.base);
      const office = new BackOffice({ origin: service.base, dataDir });
      await use({ chaos, service, customer: new Customer(service.base), office });
      await chaos.stop();
      await service.kill("SIGTERM");
      await deleteFolder(dataDir);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  siteAtPace: [
    async ({ behind }, use) => {
      const site = await startSite({ API_BASE_URL: behind.chaos.url, PAGE_TIMEOUT_MS: "2500" });
      await use(async () => site);
      await site.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
export { expect };

/** The correct status for each fault; also 503 while the circuit breaker is open. */
export const honest: Record<Fault, readonly number[]> = {
  down: [503],
  stalled: [504, 503],
  hang: [504, 503],
  reset: [502, 503],
  error: [502, 503],
  html: [502, 503],
  busy: [429],
  // Half of the calls fail, and reads are retried; on a busy machine one may also time out.
  flapping: [200, 502, 503, 504],
};

/** The site detects by itself that its service is back; see the circuit breaker's tests. */
export async function recovered(site: Site): Promise<void> {
  // A visitor with a cookie of unknown meaning gets no cached page.
  const status = async () => (await ask(site, "/En/exchange/usdt-to-paypal", { Cookie: "visitor=1" })).status;
  await expect.poll(status, { timeout: 60_000, intervals: [100] }).toBe(200);
}
