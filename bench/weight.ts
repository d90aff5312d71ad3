import { execFileSync } from "node:child_process";
import { chromium } from "@playwright/test";
import { chromiumLaunch } from "../tests/support/site/chromium.ts";
import { startSite } from "../tests/support/site/site.ts";
import { weighPage } from "./page-weight.ts";
import { median } from "./program.ts";

const pages = { home: "/En", exchange: "/En/exchange/usdt-to-paypal" };
const lighthouseRuns = 5;

/** What a first visit fetches, and what Lighthouse says of it on a phone. Needs `npm run build` before. */
export async function benchWeight(): Promise<void> {
  const site = await startSite();
  const browser = await chromium.launch(chromiumLaunch());
  try {
    for (const [name, path] of Object.entries(pages)) {
      const page = await browser.newPage();
      const { html, scriptFiles, scripts, firstVisit } = await weighPage(page, site.origin + path);
      console.log(
        `${name}: HTML ${kb(html)} (bar: 70), JavaScript ${kb(scripts)} br in ${scriptFiles} files (bar: 110 in 12), ` +
          `first visit without fonts ${kb(firstVisit)} (bar: 150)`,
      );
      await page.close();
    }
    for (const [name, path] of Object.entries(pages)) console.log(`${name}: ${lighthouse(site.origin + path)}`);
  } finally {
    await browser.close();
    await site.stop();
  }
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** Run by npx: its hundred packages are wanted nowhere else. */
function lighthouse(url: string): string {
  const runs = Array.from({ length: lighthouseRuns }, () => {
    const printed = execFileSync(
      "npx",
      ["--yes", "lighthouse@12.8.2", url, "--output=json", "--quiet", "--only-categories=performance"].concat(
        "--chrome-flags=--headless=new --no-sandbox",
      ),
      // The browser without a window does not speak Lighthouse's protocol.
      {
        env: { ...process.env, CHROME_PATH: "/usr/bin/chromium" },
        maxBuffer: 64_000_000,
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    const { categories, audits } = JSON.parse(printed.toString());
    return {
      score: Number(categories.performance.score) * 100,
      tbtMs: Number(audits["total-blocking-time"].numericValue),
    };
  });
  const score = median(runs.map((run) => run.score));
  const tbtMs = median(runs.map((run) => run.tbtMs));
  return `Lighthouse on a phone ${score} (bar: 99), total blocking time ${tbtMs.toFixed(0)} ms (bar: 100)`;
}
