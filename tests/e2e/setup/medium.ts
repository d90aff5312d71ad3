import type { Locator, Page } from "@playwright/test";
import { HttpLocator } from "../../support/http-browser/http-locator.ts";
import { HttpPage } from "../../support/http-browser/http-page.ts";
import type { SiteLocator, SitePage } from "../../support/site-page.ts";

export const isInBrowser = (page: SitePage): page is Page => !(page instanceof HttpPage);
export const isOfBrowser = (locator: SiteLocator): locator is Locator => !(locator instanceof HttpLocator);

/** Reloads: over HTTP as the page itself would without scripts. */
export async function looksAgain(page: SitePage): Promise<void> {
  if (page instanceof HttpPage && page.refresh) await page.followRefresh();
  else await page.reload();
}

/** Waits for hydration: before it, a press follows the link by design. Over HTTP there is none. */
export async function hydrated(page: SitePage): Promise<void> {
  if (!isInBrowser(page)) return;
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return main !== null && Object.keys(main).some((key) => key.startsWith("__reactFiber"));
  });
  // Chromium is sometimes never idle after a mouse wheel, so the wait has an end.
  await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 2000 })));
}
