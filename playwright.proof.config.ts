import { defineConfig } from "@playwright/test";
import suite from "./playwright.config.ts";

/** Every page and state in a browser, for `npm run proof`: too long for the suite. */
export default defineConfig({
  ...suite,
  testDir: "tests/proof/pages",
  outputDir: "test-results/proof",
  timeout: 1_800_000,
  projects: [{ name: "pages" }],
});
