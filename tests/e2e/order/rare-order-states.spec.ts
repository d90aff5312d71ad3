import { startPostgres } from "../../support/service/postgres.ts";
import { startSite } from "../../support/site/site.ts";
import { test as base } from "../setup/site.ts";
import { Basement, hiddenCases } from "./rare-state-cases.ts";
import { looksRight } from "./state-page.ts";

const test = base.extend<{ stage: Basement }, { database: string }>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const postgres = await startPostgres({ isDurable: false });
      await use(await postgres.freshUrl());
      await postgres.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  site: [
    async ({ database }, use) => {
      const secrets = {
        ORDER_LINK_SECRETS: "o".repeat(32),
        ACCOUNT_SECRETS: "a".repeat(32),
        SESSION_SECRETS: "s".repeat(32),
      };
      const site = await startSite({ SANDBOX_PACE_MS: "600000", DATABASE_URL: database, ...secrets });
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  stage: async ({ site, database }, use) => {
    const stage = new Basement(site, database);
    await use(stage);
    await stage.leaves();
  },
});

for (const [name, { is, reach, look }] of Object.entries(hiddenCases)) {
  test(`the page of an order says what is so also where it seldom stays: ${name}`, async ({
    page,
    stage,
    javaScriptEnabled,
  }) => {
    const made = await reach(stage);
    await looksRight({ stage, page, made, is, look, lang: javaScriptEnabled ? "en" : "ru" });
  });
}
