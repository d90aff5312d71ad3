import type { Page } from "@playwright/test";

/** A press before the scripts are at work follows the link, as it should. */
export async function hasScripts(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const link = document.querySelector("header a");
    return link !== null && Object.keys(link).some((key) => key.startsWith("__reactFiber"));
  });
  await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())));
}
