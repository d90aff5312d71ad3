import type { APIRequestContext, Page, TestType } from "@playwright/test";
import { HttpContext } from "../../support/http-browser/http-context.ts";
import type { Site } from "../../support/site/site.ts";
import type { SiteContext, SitePage } from "../../support/site-page.ts";
import type { Lang } from "../people/visitor.ts";
import { listenForComplaints } from "./complaints.ts";
import { expect } from "./expect.ts";
import { test as base, type SiteAtPace } from "./site.ts";

type Story = {
  /** Where the story runs: in Chromium with scripts, or over HTTP as a browser without scripts. */
  medium: "browser" | "http";
  hasScripts: boolean;
  /** A page in a new browser: another person's, or another device of the same person. */
  newBrowser: (origin?: string) => Promise<SitePage>;
};

const story = base.extend<Story>({
  medium: ["browser", { option: true }],
  hasScripts: async ({ medium }, use) => use(medium === "browser"),
  newBrowser: async ({ medium, site, startedBrowser, playwright }, use) => {
    const closing: (() => Promise<void>)[] = [];
    const checks: (() => void)[] = [];
    await use(async (baseURL = site.origin) => {
      if (medium === "http") {
        const context = await HttpContext.open(playwright.request, baseURL);
        closing.push(() => context.close());
        return context.newPage();
      }
      const context = await (await startedBrowser()).newContext({ baseURL });
      closing.push(() => context.close());
      const page = await context.newPage();
      checks.push(listenForComplaints(page));
      return page;
    });
    for (const hasNoComplaint of checks) hasNoComplaint();
    await Promise.all(closing.map((close) => close()));
  },
  // A story uses only what both kinds of page have, by the type below.
  page: async ({ newBrowser }, use) => use((await newBrowser()) as Page),
  context: async ({ page }, use) => use(page.context()),
});

type Shown = Story & {
  page: SitePage;
  context: SiteContext;
  request: APIRequestContext;
  lang: Lang;
  site: Site;
  pace: string;
};

/** A test that runs twice: in a browser with scripts, and over HTTP. */
export const test: TestType<Shown, { siteAtPace: SiteAtPace }> = story;
export { expect };
