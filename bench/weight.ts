import { chromium } from "@playwright/test";
import { chromiumLaunch } from "../tests/support/site/chromium.ts";
import { startSite } from "../tests/support/site/site.ts";
import { weighPage } from "./page-weight.ts";

const pages = {
  home: "/En",
  "home in Russian": "/Ru",
  exchange: "/En/exchange/usdt-to-paypal",
  "exchange in Russian": "/Ru/exchange/usdt-to-paypal",
};

/** What a first visit fetches. Needs `npm run build` before. */
export async function benchWeight(): Promise<void> {
  const site = await startSite();
  const browser = await chromium.launch(chromiumLaunch());
  try {
    for (const [name, path] of Object.entries(pages)) {
      const page = await browser.newPage();
      const { html, scriptFiles, scripts, styles, firstVisit } = await weighPage(page, site.origin + path);
      console.log(
        `${name}: HTML ${kb(html)} (bar: 70), JavaScript ${kb(scripts)} br in ${scriptFiles} files (bar: 110 in 12), ` +
          `styles ${kb(styles)} gz (bar: 12), first visit without fonts ${kb(firstVisit)} (bar: 150)`,
      );
      await page.close();
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
