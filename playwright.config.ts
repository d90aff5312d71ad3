import { defineConfig } from "@playwright/test";
import { chromiumArgs, findChromium } from "./tests/support/site/chromium.ts";

/**
 * Every flow runs twice, with JavaScript and without. Each worker boots a site of its own (tests/e2e/setup/site.ts),
 * so that a test may move the clock without another noticing.
 */
export default defineConfig({
  testDir: "tests/e2e",
  fullyParallel: false,
  workers: 2,
  // Six hundred tests on two busy cores: one that loses a race with the machine is told apart as flaky.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: "test-results",
  use: {
    browserName: "chromium",
    launchOptions: { executablePath: findChromium(), args: chromiumArgs },
    locale: "en-US",
    timezoneId: "UTC",
    // Recording makes everything a third slower; a failure that needs it: npx playwright test --trace retain-on-failure.
    trace: "off",
  },
  projects: [
    { name: "js", use: { javaScriptEnabled: true } },
    { name: "no-js", use: { javaScriptEnabled: false }, testIgnore: /\.js-only\.spec\.ts$/ },
  ],
});
