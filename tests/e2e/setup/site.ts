import { type Browser, chromium, test as playwright } from "@playwright/test";
import { chromiumLaunch } from "../../support/site/chromium.ts";
import { type Site, startSite } from "../../support/site/site.ts";
import type { Lang } from "../people/visitor.ts";

type Options = {
  /** The visitor's language; each project has its own. */
  lang: Lang;
};
type Worker = {
  /** Milliseconds between two steps of the sandbox's rails. */
  pace: string;
  site: Site;
  /** The worker's browser, started on demand: stories over HTTP need none. */
  startedBrowser: () => Promise<Browser>;
};

/** A site per worker, shared by its tests, so that a test may advance the clock without affecting other workers. */
export const test = playwright.extend<Options, Worker>({
  lang: ["en", { option: true }],
  pace: ["0", { option: true, scope: "worker" }],
  site: [
    async ({ pace }, use) => {
      const site = await startSite({ SANDBOX_PACE_MS: pace });
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  startedBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      let started: Promise<Browser> | undefined;
      await use(() => {
        started ??= chromium.launch(chromiumLaunch());
        return started;
      });
      await (await started)?.close();
    },
    { scope: "worker" },
  ],
  browser: [async ({ startedBrowser }, use) => use(await startedBrowser()), { scope: "worker" }],
  baseURL: async ({ site }, use) => {
    await use(site.origin);
  },
});
