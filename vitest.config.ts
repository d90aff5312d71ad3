import { defineConfig } from "vitest/config";

const onPostgres = process.env.TEST_DATABASE === "postgres";

/** Of its own: the site's Vite configuration carries the Remix plugin, which tests of modules do not want. */
export default defineConfig({
  test: {
    // One process a core, kept for all files, so that each opens its database once.
    pool: "forks",
    maxWorkers: 2,
    isolate: false,
    globalSetup: ["tests/support/service/database-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["{upstream,contract,app,tests/support}/**/*.test.{ts,tsx}"] },
      },
      {
        extends: true,
        test: {
          name: "api",
          // What only several connections can show has no meaning on the embedded database.
          include: ["tests/api/**/*.test.ts", ...(onPostgres ? ["tests/postgres/**/*.test.ts"] : [])],
        },
      },
    ],
  },
});
