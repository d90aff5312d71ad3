import { defineConfig } from "vitest/config";

const onPostgres = process.env.TEST_DATABASE === "postgres";

/**
 * Tests that cannot answer differently on another database: they run on the embedded one only. All others also run on
 * PostgreSQL, whose locks, connections and constraints they meet.
 */
const sameOnEveryDatabase = [
  // The embedded database itself.
  "ledger/{backup,embedded,history}",
  // Access to each call, and the shape of requests and replies.
  "accounts/{consents,member-access}",
  "orders/order-access",
  "rails/wire",
  "service/{compose,env-example,fuzz,fuzz-document,log}",
  // The texts of e-mails, and the sandbox's own pages.
  "accounts/account-emails",
  "orders/email-kinds",
  "rails/{invoice-emails,invoice-page,sandbox-panel}",
  // Rows copied past the triggers, which the service's role on PostgreSQL may not do.
  "{affiliates,wallets}/long-history",
  // Pictures and Google's tokens.
  "accounts/{avatar,google}",
  // Output and refusals of the operator's commands; their effects are tested in operator-desk and operator-orders.
  "operator/{operator,operator-audit}",
  // Prices, computed from rows that are only read.
  "pricing/{market,pairs,price-arithmetic,quote,rates,rules}",
].map((files) => `tests/api/${files}.test.ts`);

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
        test: { name: "unit", include: ["{upstream,contract,app,bench,tests/support}/**/*.test.{ts,tsx}"] },
      },
      {
        extends: true,
        test: {
          name: "api",
          // What only several connections can show has no meaning on the embedded database.
          include: ["tests/api/**/*.test.ts", ...(onPostgres ? ["tests/postgres/**/*.test.ts"] : [])],
          exclude: onPostgres ? sameOnEveryDatabase : [],
        },
      },
    ],
  },
});
