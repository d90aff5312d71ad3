import { startPostgres } from "../../support/service/postgres.ts";
import { startSite } from "../../support/site/site.ts";
import { test as base } from "../setup/story.ts";
import { BackOfficeWithDatabase, rareCases } from "./rare-state-cases.ts";
import { expectStatePage } from "./state-page.ts";

const test = base.extend<{ office: BackOfficeWithDatabase }, { database: string }>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const postgres = await startPostgres({ isDurable: false });
      await use(await postgres.freshUrl());
      await postgres.stop();
    },
    { scope: "worker", timeout: 120_000 },
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
    { scope: "worker", timeout: 120_000 },
  ],
  office: async ({ site, database }, use) => {
    const office = new BackOfficeWithDatabase(site, database);
    await use(office);
    await office.leaves();
  },
});

for (const [name, { is, reach, look }] of Object.entries(rareCases)) {
  test(`${name}: the page shows the status, the possible actions and what happens next`, { tag: "@http" }, async ({
    page,
    office,
    lang,
  }) => {
    const made = await reach(office);
    await expectStatePage({ office, page, made, is, look, lang });
  });
}
