import { defineConfig } from "@playwright/test";
import type { Lang } from "./tests/e2e/people/visitor.ts";
import { chromiumLaunch } from "./tests/support/site/chromium.ts";

type Options = { lang: Lang; medium: "browser" | "http" };
type WorkerOptions = { database: "postgres" | "embedded" };

/** A file of each folder that also runs over HTTP on the embedded database; `TEST_DATABASE=embedded` has all sites on it. */
const onEmbedded = new RegExp(
  `(${[
    "account/(sign-up-and-in|withdrawals)",
    "exchange/(calculator|invalid-input)",
    "google/account-without-password",
    "order/(order|order-states)",
    "pages/(every-page|status)",
    "security/(data-isolation|secrets)",
    "support/write-to-support",
  ].join("|")})(\\.http)?\\.spec\\.ts$`,
);

/**
 * A file named `*.spec.ts` runs twice: in Chromium in English, and over HTTP in Russian, with the requests that a browser without
 * scripts would send. `*.browser`, `*.http` and `*.no-scripts` files run once, as named. Each worker starts its own site, on
 * PostgreSQL: on the embedded database a site takes almost twice the processor time.
 */
export default defineConfig<Options, WorkerOptions>({
  testDir: "tests/e2e",
  globalSetup: "tests/e2e/setup/run.ts",
  fullyParallel: false,
  // No more than cores: the sites under test refuse requests when a third makes them slow.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Generous for a busy machine; a passing test is not delayed by them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: "test-results",
  use: {
    browserName: "chromium",
    launchOptions: chromiumLaunch(),
    locale: "en-US",
    timezoneId: "UTC",
    // Recording makes everything a third slower; a failure that needs it: npx playwright test --trace retain-on-failure.
    trace: "off",
  },
  projects: [
    {
      name: "http",
      testIgnore: [/\.(browser|no-scripts)\.spec\.ts$/, onEmbedded],
      grepInvert: /@browser/,
      use: { medium: "http", lang: "ru" },
    },
    {
      name: "http, embedded database",
      testMatch: onEmbedded,
      grepInvert: /@browser/,
      use: { medium: "http", lang: "ru", database: "embedded" },
    },
    {
      name: "browser",
      testIgnore: /\.(http|no-scripts)\.spec\.ts$/,
      grepInvert: /@http/,
      use: { medium: "browser", lang: "en" },
    },
    {
      name: "no-scripts",
      testMatch: /\.no-scripts\.spec\.ts$/,
      use: { javaScriptEnabled: false, lang: "ru", database: "embedded" },
    },
  ],
});
