import { type Browser, chromium, test as playwright } from "@playwright/test";
import { chromiumLaunch } from "../../support/site/chromium.ts";
import { type Site, startSite } from "../../support/site/site.ts";
import { sitesServer } from "../../support/site/site-database.ts";
import type { Lang } from "../people/visitor.ts";

type Options = {
  /** The visitor's language; each project has its own. */
  lang: Lang;
  /** Milliseconds between two steps of the sandbox's rails. */
  pace: string;
  site: Site;
};
/** The worker's site at a pace of the sandbox's rails, started on demand. Tests with a site of another kind replace it. */
export type SiteAtPace = (pace: string) => Promise<Site>;
type Worker = {
  /** The kind of database of this worker's sites. */
  database: "postgres" | "embedded";
  databaseOfSites: undefined;
  siteAtPace: SiteAtPace;
  /** The worker's browser, started on demand: stories over HTTP need none. */
  startedBrowser: () => Promise<Browser>;
};

const usualPace = "0";

/**
 * A site per worker, shared by its tests, so that a test may advance the clock without affecting other workers. A site of another
 * pace runs beside it until the worker comes to tests of the usual pace again: a start takes three seconds of processor time.
 */
export const test = playwright.extend<Options, Worker>({
  lang: ["en", { option: true }],
  pace: [usualPace, { option: true }],
  database: ["postgres", { option: true, scope: "worker" }],
  databaseOfSites: [
    async ({ database }, use) => {
      if (database === "embedded") delete process.env[sitesServer];
      await use(undefined);
    },
    { scope: "worker", auto: true },
  ],
  siteAtPace: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const sites = new Map<string, Promise<Site>>();
      const stop = (pace: string, site: Promise<Site>) => {
        sites.delete(pace);
        return site.then((started) => started.stop());
      };
      await use(async (pace) => {
        const others = [...sites].filter(([other]) => other !== pace && other !== usualPace);
        await Promise.all(others.map(([other, site]) => stop(other, site)));
        const site = sites.get(pace) ?? startSite({ SANDBOX_PACE_MS: pace }, { isLongLived: pace === usualPace });
        sites.set(pace, site);
        return site;
      });
      await Promise.all([...sites].map(([pace, site]) => stop(pace, site)));
    },
    { scope: "worker" },
  ],
  site: [async ({ siteAtPace, pace }, use) => use(await siteAtPace(pace)), { timeout: 120_000 }],
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
