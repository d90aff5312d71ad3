import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Flags for Chromium in a container or closed network: no sandbox, no background requests. */
const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // The public host name of sites behind a proxy; it does not exist.
  "--host-resolver-rules=MAP exchange.test 127.0.0.1",
];

/** How tests, benchmarks and screenshots start Chromium; without a path Playwright uses its own. */
export function chromiumLaunch(): { args: string[]; executablePath?: string } {
  const executablePath = findChromium();
  return { args: chromiumArgs, ...(executablePath && { executablePath }) };
}

/** CHROMIUM_PATH, an installed one, or Playwright's. */
export function findChromium(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    // The headless shell: a third faster.
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    chromium.executablePath(),
  ];
  return candidates.find((path) => path && existsSync(path));
}
