const { readdirSync } = require("node:fs");

/** The walls of the house (docs/architecture.md). A broken wall is a wrong design: change it there, openly. */
const wall = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

module.exports = {
  forbidden: [
    wall("no-cycles", "A cycle has no beginning to read from.", {}, { circular: true }),
    wall(
      "contract-alone",
      "Both sides promise it, so it may lean on neither.",
      { path: "^contract/", pathNot: "\\.test\\.ts$" },
      { pathNot: "^contract/|^node_modules/zod/" },
    ),
    wall(
      "upstream-apart",
      "The service could leave this repository unchanged, its unit tests included.",
      { path: "^upstream/" },
      { path: "^(app|locales|tests)/" },
    ),
    wall(
      "testing-for-tests",
      "Production code runs without the tests' support.",
      { path: "^(app|contract|upstream)/", pathNot: "\\.test\\.tsx?$|^upstream/domain/testing/" },
      { path: "^upstream/domain/testing/" },
    ),
    wall(
      "one-door",
      "The website reaches the service through one file; another lists its wrong settings when neither can start. How a process reports its end is one format for both.",
      { path: "^app/", pathNot: "^app/(api/transport|env)\\.server\\.ts$|\\.test\\.tsx?$" },
      { path: "^upstream/", pathNot: "^upstream/report-failure\\.ts$" },
    ),
    wall(
      "only-the-front-touches-http",
      "Node's request and response objects stay in one folder; everything behind it gets Request and load context.",
      { path: "^app/", pathNot: "^app/server/|\\.test\\.ts$" },
      { path: "^(node:)?https?2?$" },
    ),
    wall(
      "front-on-top",
      "What a page needs of its request comes as load context.",
      { path: "^app/", pathNot: "^app/server/" },
      { path: "^app/server/" },
    ),
    wall(
      "domain-pure",
      "Rules without I/O: themselves and the contract.",
      { path: "^upstream/domain/", pathNot: "\\.test\\.ts$" },
      { pathNot: "^upstream/domain/|^contract/|^node_modules/(@scure|@noble)/" },
    ),
    wall(
      "http-on-top",
      "Nothing below the handlers knows them.",
      { path: "^upstream/(ledger|db|rates|jobs|rails|orders|accounts|mail|domain)/" },
      { path: "^upstream/http/", pathNot: "^upstream/http/request/order-token\\.ts$" },
    ),
    wall(
      "ports-below-adapters",
      "Adapters import the interfaces, never the reverse.",
      { path: "^upstream/ports/" },
      { path: "^upstream/", pathNot: "^upstream/(ports|db/schema|domain)/|^upstream/(db/database|maintenance)\\.ts$" },
    ),
    wall(
      "rails-behind-their-port",
      "Orders, ledger, mail and accounts know no rail by name: they use ports/rail.ts.",
      { path: "^upstream/(orders|ledger|mail|accounts|jobs|domain)/" },
      { path: "^upstream/rails/" },
    ),
    wall(
      "sql-in-one-folder",
      "Hand-written statements live in db/sql; everything else uses drizzle.",
      { path: "^upstream/", pathNot: "^upstream/db/sql/" },
      { path: "^upstream/db/sql/raw-sql\\.ts$" },
    ),
    wall(
      "order-statements-for-orders",
      "Only orders/ writes order tables.",
      { path: "^upstream/", pathNot: "^upstream/orders/" },
      { path: "^upstream/db/sql/update-order\\.ts$" },
    ),
    wall(
      "ledger-statements-for-the-ledger",
      "Only ledger/ writes transfers.",
      { path: "^upstream/", pathNot: "^upstream/ledger/" },
      { path: "^upstream/db/sql/ledger-statements\\.ts$" },
    ),
    wall(
      "account-writes-by-effects",
      "An account changes through applyEffect, which checks the proof, tells the owner and writes the history.",
      { path: "^upstream/", pathNot: "^upstream/accounts/effects/apply-effect\\.ts$" },
      { path: "^upstream/accounts/effects/account-writes\\.ts$", dependencyTypesNot: ["type-only"] },
    ),
    wall(
      "loaded-on-demand",
      "Few requests need these, so a start does not wait for them: import them where they are used.",
      { path: "^(app|upstream)/", pathNot: "\\.test\\.tsx?$|^upstream/operator-main\\.ts$" },
      {
        path: [
          "^node_modules/(nodemailer|postal-mime)/",
          "^upstream/http/openapi\\.ts$",
          "^upstream/operator/command-request\\.ts$",
          "^upstream/(support/attachment-image|accounts/profile/avatar-image)\\.ts$",
          "^upstream/(metrics/process-metrics|metrics/metrics-server|tracing/otlp-tracing)\\.ts$",
        ],
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    ),
    wall("routes-are-leaves", "Nothing imports a page.", { pathNot: "^app/routes/" }, { path: "^app/routes/" }),
    // One wall a page: their names hold brackets and dollars, which a matched group would bring in as a pattern.
    ...readdirSync("app/routes")
      .map((page) => `^app/routes/${page.replace(/[.$()[\]]/g, "\\$&")}/`)
      .map((page) =>
        wall(
          "pages-apart",
          "What two pages share lives in components.",
          { path: page },
          { path: "^app/routes/", pathNot: page },
        ),
      ),
    wall(
      "ui-without-domain",
      "Buttons know no business, no words, no requests.",
      { path: "^app/ui/" },
      { path: "^(app/(?!ui/)|contract/|locales/)|^node_modules/(i18next|remix-i18next)/" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|data|coverage)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
  },
};
