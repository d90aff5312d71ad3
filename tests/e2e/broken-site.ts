import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Customer } from "../proof/customer.ts";
import { type Service, startService } from "../proof/service.ts";
import { type ChaosProxy, chaosProxy } from "../support/chaos-proxy.ts";
import { startSite } from "../support/site.ts";
import { test as base, expect } from "./site.ts";

type Behind = { chaos: ChaosProxy; service: Service; customer: Customer };

/** A site, a real service, and between them a connection that can be broken in every way. */
export const test = base.extend<object, { behind: Behind }>({
  behind: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), "kursa-behind-"));
      const service = await startService({ DATA_DIR: dataDir, SANDBOX_CLOCK: "1" });
      const chaos = await chaosProxy(service.base);
      await use({ chaos, service, customer: new Customer(service.base) });
      await chaos.stop();
      await service.kill("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  site: [
    async ({ behind }, use) => {
      const site = await startSite({ API_BASE_URL: behind.chaos.url });
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
export { expect };
