import { readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

const onPostgres = process.env.TEST_DATABASE === "postgres";

// Files only: a folder among those that are left out would leave out all that is in it.
const apiTests = readdirSync("tests/api", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => `tests/api/${path}`);
const testsNamed = (folder: string, names: string) => {
  const named = new RegExp(`/${folder}/(${names})\\.test\\.ts$`);
  return apiTests.filter((path) => named.test(path));
};

/** Its own tests; rows copied past the triggers, and commands for the database's owner, which its service may not do on PostgreSQL. */
const embeddedOnly = [
  ...testsNamed("ledger", "backup|embedded|history"),
  ...testsNamed("(affiliates|wallets)", "long-history"),
  ...testsNamed("operator", "operator-audit|signing-at-terminal"),
  ...testsNamed("service", "hostile-callers|uncaught-error"),
];

/**
 * A file of each module and what depends on the database itself. `npm run test:all` runs only these on PGlite, and all API tests on
 * PostgreSQL, where they take half the processor time; so it is with the browser tests (playwright.config.ts).
 */
const onBoth = [
  ...testsNamed("accounts", "concurrent-changes"),
  ...testsNamed("support", "email-replies"),
  ...testsNamed("ledger", "database|ledger-book|ledger-rules|migrations|seed"),
  ...testsNamed("operator", "first-start|market-from-nothing|operator"),
  ...testsNamed("orders", "drafts|idempotency|orders"),
  ...testsNamed("payouts", "guard"),
  ...testsNamed("pricing", "promo|quote"),
  ...testsNamed("rails", "gateway-storm"),
  ...testsNamed("service", "full-disk|idle-statements|jobs|overload|ready|slow-start|unproven-room"),
  ...testsNamed("(wallets|withdrawals)", "deposits|withdrawal-races"),
];
const chosen = new Set([...embeddedOnly, ...onBoth]);

const excluded = onPostgres
  ? embeddedOnly
  : process.env.TESTS_ONCE === "yes"
    ? apiTests.filter((path) => !chosen.has(path))
    : [];

/** Separate from the site's Vite configuration, whose Remix plugin would break tests of single modules. */
export default defineConfig({
  test: {
    // Processes are kept for all files, so that each opens its database once. One more than the two cores: some tests
    // wait, for a stream, a lock or another process.
    pool: "forks",
    maxWorkers: 3,
    isolate: false,
    // Modules as transformed, by their content: the second run of `npm run test:all`, and each run after a change, takes half as
    // much processor time until its first test.
    experimental: { fsModuleCache: true, fsModuleCachePath: ".cache/vitest-modules" },
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
          setupFiles: ["tests/support/service/cheap-passwords.ts"],
          // What only several connections can show has no meaning on the embedded database.
          include: ["tests/api/**/*.test.ts", ...(onPostgres ? ["tests/postgres/**/*.test.ts"] : [])],
          exclude: excluded,
        },
      },
    ],
  },
});
