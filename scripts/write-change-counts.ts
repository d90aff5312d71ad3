/**
 * Counts what a change touches, and prints the counts into docs/architecture.md; `--check` only compares. A count is derived from
 * what is there: the files that name an example of the same kind, tests, documents, migrations and what a script writes left out. A
 * folder of the example's own counts as one file. `--files` lists them.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

type Kind = {
  change: string;
  /** Which one is counted, for the reader. */
  example: string;
  /** How files name it. */
  name: RegExp;
  /** Files and folders that are the example itself: one each. */
  owns?: readonly string[];
  /** What is no part of the change. */
  without?: string;
};

const kinds: readonly Kind[] = [
  {
    change: "a network",
    example: "Litecoin, with the simulated rail; without the drawing of its coin",
    name: /\blitecoin\b/,
    without: "scripts/sprite",
  },
  {
    change: "a rail",
    example: "`nebulox`, without the simulation of its gateway; one file has the released address of its call",
    name: /\bnebulox\b|\bNEBULOX_/,
    owns: ["upstream/rails/nebulox"],
    without: "upstream/rails/sandbox",
  },
  {
    change: "a page of text",
    example: "`/company/our-mission`",
    name: /\bour-mission\b|\bmission\b/,
  },
  { change: "an operator command", example: "`promo stop`", name: /\bpromo stop\b/ },
  { change: "an email", example: "`withdrawal_sent_late`", name: /\bwithdrawal_sent_late\b/ },
  { change: "a hold reason", example: "`new_user_delay`", name: /\bnew_user_delay\b/ },
  {
    change: "a setting of members",
    example: "`notifications.order_email`; one file has the older name of its column, three its effect and email",
    name: /(?<!index\(")\border_email\b|"orderEmail":/,
  },
  {
    change: "a language",
    example: "Russian; two files have columns of newsletters that the version before reads",
    // As a key, a value, a column, or an alternative of a pattern; not the end of a domain.
    name: /\bru: |\? "ru"|= "ru"|\| "ru"|\b(?:lang|language) === "en"|_ru\b|\.ru\b(?!["',|\\])|\|ru\)|\\s\*ru\\b|readRussian|\.\/ru\.json/,
    owns: ["locales/ru", "upstream/shared/texts/ru.json"],
  },
  { change: "a field on the order's page", example: "`rate_grace_until`", name: /\brate_grace_until\b/ },
];

const document = "docs/architecture.md";
const [heading, next] = ["## What a change touches", "## One request, end to end"] as const;

/** A comment of TypeScript, or what scripts/write-rail-settings.ts writes into a file. */
const commentOrWritten =
  /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|# Settings of the rails, written by[\s\S]*?# End of the rails' settings\./gm;
const files = ["app", "contract", "deploy", "locales", "scripts", "upstream"]
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => join(root, name)))
  .concat(".env.example", ".dependency-cruiser.cjs")
  .filter((path) => /\.(?:tsx?|json|example|ya?ml|cjs)$/.test(path) && statSync(path).isFile())
  .filter((path) => !/\.test\.tsx?$|\/testing\/|\/db\/migrations\/|\/legal\/|^scripts\/write-change-counts/.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8").replace(commentOrWritten, "") }));

const features = readdirSync("upstream", { withFileTypes: true }).filter((entry) => entry.isDirectory()).length;
/** Whose names say that they are about withdrawals. */
const ofWithdrawals = files.filter(({ path }) => /\.tsx?$/.test(path) && /withdrawal/i.test(path));
const folders = new Set(ofWithdrawals.map(({ path }) => dirname(path))).size;
const modules = new Set(ofWithdrawals.map(({ path }) => path.split("/").slice(0, 2).join("/"))).size;

const rows = kinds.map((kind) => `| ${kind.change} | ${filesOf(kind).length} | ${kind.example} |`);
const section = `${heading}

Files without tests, documents, migrations and what a script writes, counted by \`scripts/write-change-counts.ts\` from the files that name the example; a
folder of its own is one. [CONTRIBUTING.md](../CONTRIBUTING.md) says which they are.

| to add | files | counted by |
|---|---|---|
| a currency on a known network | 0 | \`operator assets add\` and \`pairs add\` |
${rows.join("\n")}

The service has ${features} folders at its top. Withdrawals are in ${folders} folders of ${modules} modules, over site, contract and service.
\`scripts/check-boundaries.ts\` refuses a circle of modules.

`;

const before = readFileSync(document, "utf8");
const [start, end] = [before.indexOf(heading), before.indexOf(next)];
if (end === -1) throw new Error(`${document} has no "${next}".`);
const after = before.slice(0, start === -1 ? end : start) + section + before.slice(end);
if (process.argv.includes("--files"))
  for (const kind of kinds) console.log(`${kind.change}\n  ${filesOf(kind).join("\n  ")}`);
else if (!process.argv.includes("--check")) writeFileSync(document, after);
else if (after !== before) {
  console.error(`${document}: counts are not those of the code; run \`npx tsx scripts/write-change-counts.ts\``);
  process.exitCode = 1;
}

function filesOf({ name, owns = [], without }: Kind): string[] {
  const isIn = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`);
  const isOther = (path: string) => ![...owns, without ?? ""].some((folder) => isIn(folder, path));
  return [...owns, ...files.filter(({ path, text }) => isOther(path) && name.test(text)).map(({ path }) => path)];
}
