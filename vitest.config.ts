import { readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

const onPostgres = process.env.TEST_DATABASE === "postgres";

const apiTests = readdirSync("tests/api", { recursive: true, encoding: "utf8" }).map((path) => `tests/api/${path}`);
const those = (folder: string, names: string) => {
  const named = new RegExp(`/${folder}/(${names})\\.test\\.ts$`);
  return apiTests.filter((path) => named.test(path));
};

/** Its own tests; rows copied past the triggers, and commands for the database's owner, which its service may not do on PostgreSQL. */
const embeddedOnly = [
  ...those("ledger", "backup|embedded|history"),
  ...those("(affiliates|wallets)", "long-history"),
  ...those("operator", "operator-audit|signing-at-terminal"),
];

/**
 * What does not depend on locks, connections, restarts or the embedded database itself. `npm run test:all` runs it once, on
 * PostgreSQL, where it takes half the processor time; the browser tests use the same code on the embedded database.
 */
const once = [
  ...those("(affiliates|newsletter|operator|pricing|push|reviews|support)", ".+"),
  ...those("accounts", "(account|bot|member|sign)-.+|avatar|consents|google|personal-phrase|two-factor"),
  ...those("orders", "email-kinds|order-(access|emails|machine)|receipt|signed-statements|terms-states"),
  ...those("rails", "gateway-(confirm|webhook)|invoice.*|sandbox-.+|test-accounts|wire"),
  ...those("service", "compose|env-example|examples|fuzz.*|log|page-views|service-status|status-of-orders|verify"),
].filter((path) => !embeddedOnly.includes(path));

const excluded = onPostgres ? embeddedOnly : process.env.TESTS_ONCE === "yes" ? once : [];

/** Separate from the site's Vite configuration, whose Remix plugin would break tests of single modules. */
export default defineConfig({
  test: {
    // Processes are kept for all files, so that each opens its database once. One more than the two cores: some tests
    // wait, for a stream, a lock or another process.
    pool: "forks",
    maxWorkers: 3,
    isolate: false,
    globalSetup: ["tests/support/service/database-setup.ts"],
    // Generous for a busy machine, and for the time that browser tests leave (scripts/test-all.sh); a passing test is not
    // delayed by them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["{upstream,contract,app,signer,bench,tests/support}/**/*.test.{ts,tsx}"] },
      },
      {
        extends: true,
        test: {
          name: "api",
          // What only several connections can show has no meaning on the embedded database.
          include: ["tests/api/**/*.test.ts", ...(onPostgres ? ["tests/postgres/**/*.test.ts"] : [])],
          exclude: excluded,
        },
      },
    ],
  },
});
