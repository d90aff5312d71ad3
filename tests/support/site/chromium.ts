import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Flags for a Chromium in a container or a closed network: no sandbox, no calls home. */
const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // The public name of sites behind a proxy; no machine has it.
  "--host-resolver-rules=MAP exchange.test 127.0.0.1",
];

/** How tests, benches and screenshots start Chromium; without a path Playwright looks for its own. */
export function chromiumLaunch(): { args: string[]; executablePath?: string } {
  const executablePath = findChromium();
  return { args: chromiumArgs, ...(executablePath && { executablePath }) };
}

/** CHROMIUM_PATH, an installed one, or the one that Playwright brought. */
export function findChromium(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    // The same engine without a window around it: a third faster.
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    chromium.executablePath(),
  ];
  return candidates.find((path) => path && existsSync(path));
}
