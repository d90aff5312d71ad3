const { readdirSync } = require("node:fs");

/** The walls of the house (docs/architecture.md). A broken wall is a wrong design: change it there, openly. */
const wall = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** A feature's folder, or that of a feature inside it. */
const feature = "^upstream/([^/]+|[^/]+/[^/]+)/";
/** Parts of a feature that the program registers: a file of that name in its folder, or a folder of that name. */
const registered = (names) => `${feature}(${names})(\\.ts$|/)`;
const rules = `${feature}rules/`;

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
      "signer-alone",
      "It holds the keys, so it must be readable without the rest, and nothing else may change it.",
      { path: "^signer/", pathNot: "\\.test\\.ts$" },
      { path: "^(app|contract|locales|tests|upstream)/" },
    ),
    wall(
      "signer-by-its-protocol",
      "Other programs reach the signer through its socket: of its code they share the shapes of requests and answers.",
      { path: "^(app|contract|upstream)/", pathNot: "\\.test\\.ts$" },
      { path: "^signer/", pathNot: "^signer/protocol/" },
    ),
    wall(
      "signer-protocol-for-its-rail",
      "Only the rail and the operators' approvals speak to the signer.",
      { path: "^(app|contract|upstream)/", pathNot: "^upstream/rails/evm/" },
      { path: "^signer/protocol/" },
    ),
    wall(
      "signer-protocol-pure",
      "Both sides promise it, so it has no I/O and leans on neither.",
      { path: "^signer/protocol/", pathNot: "\\.test\\.ts$" },
      { pathNot: "^signer/protocol/|^node_modules/zod/" },
    ),
    wall(
      "upstream-apart",
      "The service could leave this repository unchanged, its unit tests included, with the contract and the texts that both show.",
      { path: "^upstream/" },
      { path: "^(app|locales|tests)/", pathNot: "^locales/[a-z]{2}/(holds|networks)\\.json$" },
    ),
    wall(
      "testing-for-tests",
      "Production code runs without the tests' support.",
      { path: "^(app|contract|upstream)/", pathNot: "\\.test\\.tsx?$|^upstream/orders/rules/testing/" },
      { path: "^upstream/orders/rules/testing/" },
    ),
    wall(
      "one-door",
      "The website reaches the service through one file; another lists its wrong settings when neither can start. How a process reports its end is one format for both.",
      { path: "^app/", pathNot: "^app/(api/transport|settings/env)\\.server\\.ts$|\\.test\\.tsx?$" },
      { path: "^upstream/", pathNot: "^upstream/shared/report-failure\\.ts$" },
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
      "rules-pure",
      "Rules without I/O: themselves and the contract.",
      { path: rules, pathNot: "\\.test\\.ts$" },
      { pathNot: `${rules}|^contract/|^node_modules/(@scure|@noble)/` },
    ),
    wall(
      "ledger-checks-pure",
      "The ledger's audit runs them, and lies below every feature: queries over the tables, which lean on rules and the contract only.",
      { path: registered("ledger-checks") },
      { pathNot: `${registered("ledger-checks")}|${rules}|^contract/` },
    ),
    wall(
      "http-above-features",
      "What a feature does is the same for every caller: only its calls know HTTP.",
      { path: "^upstream/", pathNot: `^upstream/(http|program)/|${registered("calls")}` },
      { path: "^upstream/http/", pathNot: "^upstream/http/request/order-token\\.ts$" },
    ),
    wall(
      "commands-above-features",
      "What a feature does is the same for every caller: only its commands know the operator's terminal.",
      { path: "^upstream/", pathNot: `^upstream/(operator|program)/|${registered("commands")}` },
      { path: "^upstream/operator/" },
    ),
    wall(
      "registered-by-the-program",
      "The program registers the calls, commands and emails of a feature; no other code depends on them.",
      {
        path: "^upstream/",
        pathNot: `^upstream/(program|operator/evidence)/|\\.test\\.ts$|${registered("calls|commands|emails")}`,
      },
      { path: registered("calls|commands|emails") },
    ),
    wall(
      "ports-below-adapters",
      "Adapters import the interfaces, never the reverse.",
      { path: "^upstream/ports/" },
      {
        path: "^upstream/",
        pathNot: `^upstream/(ports|db/schema|settings)/|${rules}|^upstream/db/(database|maintenance)\\.ts$`,
      },
    ),
    wall(
      "rails-behind-their-port",
      "Features know no rail by name: they use ports/rail.ts.",
      { path: "^upstream/", pathNot: "^upstream/(rails|program)/|\\.test\\.ts$" },
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
      { path: "^upstream/", pathNot: "^upstream/orders/(?!(push|reviews|terms)/)" },
      { path: "^upstream/db/sql/update-order\\.ts$" },
    ),
    wall(
      "movement-statements-for-the-guard",
      "Only the payout guard inserts movements, each with the answer of its policy.",
      { path: "^upstream/", pathNot: "^upstream/payouts/request-payout\\.ts$" },
      { path: "^upstream/db/sql/movement-statements\\.ts$" },
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
      { path: "^(app|upstream)/", pathNot: "\\.test\\.tsx?$|^upstream/program/operator-main\\.ts$" },
      {
        path: [
          "^node_modules/(imapflow|nodemailer|postal-mime)/",
          "^upstream/http/openapi\\.ts$",
          "^upstream/program/run-command\\.ts$",
          "^upstream/(support/attachment-image|accounts/profile/avatar-image)\\.ts$",
          "^upstream/observability/(metrics/process-metrics|metrics/metrics-server|tracing/otlp-tracing)\\.ts$",
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
