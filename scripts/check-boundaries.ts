/**
 * Rules that dependency-cruiser cannot express: only its owner writes a table, some words stand in one place only, and modules
 * of the site, the contract and the service have no import cycles and export no name twice.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getTableName, isTable } from "drizzle-orm";
import * as schema from "../upstream/db/schema/index.ts";

/** Who may write a table: a module, and the file with its statements. Unlisted tables have no single owner. */
const owners = [
  {
    paths: ["upstream/orders/", "upstream/db/sql/update-order.ts"],
    tables: ["order", "orderEvent", "payment", "promoUse"],
  },
  {
    paths: [
      ...["upstream/orders/", "upstream/payouts/", "upstream/wallets/unclaimed/", "upstream/withdrawals/"],
      ...["upstream/db/sql/update-order.ts", "upstream/db/sql/movement-statements.ts"],
    ],
    tables: ["outgoing"],
  },
  { paths: ["upstream/payouts/"], tables: ["payoutGuard"] },
  { paths: ["upstream/payouts/", "upstream/db/sql/destination-statements.ts"], tables: ["payoutDestination"] },
  { paths: ["upstream/withdrawals/"], tables: ["withdrawal"] },
  { paths: ["upstream/wallets/unclaimed/"], tables: ["unclaimedPayout"] },
  {
    // What changes an account has a row in accounts/rules/account-effects.ts. Beside it only proofs are used up (passwords,
    // codes, sessions) and what has expired is deleted.
    paths: [
      "upstream/accounts/effects/account-writes.ts",
      "upstream/accounts/security/passwords.ts",
      "upstream/accounts/security/second-factor.ts",
      "upstream/accounts/security/two-factor.ts",
      "upstream/accounts/sign-in/sessions.ts",
      "upstream/accounts/closing/retention.ts",
      "upstream/accounts/closing/erase-old-records.ts",
    ],
    tables: [
      ...["member", "memberPassword", "memberSession", "googleIdentity", "totp", "recoveryCode"],
      ...["avatar", "savedAddress", "addressChange"],
    ],
  },
  { paths: ["upstream/withdrawals/freeze/"], tables: ["accountFreeze"] },
  { paths: ["upstream/orders/unpaid/", "upstream/db/sql/unpaid-statements.ts"], tables: ["unpaidHold", "unpaidDay"] },
  { paths: ["upstream/ledger/", "upstream/db/sql/ledger-statements.ts"], tables: ["account", "transfer"] },
];

/** Features inside another feature: they may not write its tables, unless they are listed for a table above. */
const inside = [
  "upstream/orders/push/",
  "upstream/orders/reviews/",
  "upstream/orders/terms/",
  "upstream/withdrawals/freeze/",
];

/** Effects with one gate: the only files in which such a text may stand. */
const gates = [
  {
    text: /\binsert\(\s*emailMessage\b|insert\s+into\s+"?letter\b/i,
    paths: ["upstream/mail/outbox/"],
    why: "an email needs its cause",
  },
  {
    text: /\bsend\(\s*tx,\s*"email"/,
    // The jobs of orders: their worker records the email with the cause that the order has.
    paths: ["upstream/mail/outbox/"],
    why: "an email is queued with its cause",
  },
  {
    text: /\btransport\s*\.deliver\(/,
    // The alarm of a database that lacks history has no database to record it in.
    paths: ["upstream/mail/delivery/deliver-email.ts", "upstream/program/history-alarm.ts"],
    why: "the cause of an email decides its phrase and its place in the allowance",
  },
  {
    text: /\brecordSecurityEvent\(/,
    // Also recorded without an effect: passwords and codes that were entered, and payments from a wallet.
    paths: [
      ...["upstream/accounts/effects/apply-effect.ts", "upstream/accounts/security/history.ts"],
      ...["upstream/accounts/security/second-factor.ts", "upstream/accounts/sign-in/sign-in.ts"],
      "upstream/withdrawals/wallet-payments/pay-from-wallet.ts",
    ],
    why: "an entry of the history belongs to the row of its effect",
  },
];

const namedElsewhere =
  /^app\/routes\/.*\/route\.tsx?$|^app\/(?:root|entry\.server)\.tsx?$|^upstream\/orders\/rules\/testing\//;
const layers = ["rules", "ledger-checks", "calls", "commands", "emails"];

type File = { path: string; text: string };
const filesOf = (root: string): File[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({ path: join(root, name), text: readFileSync(join(root, name), "utf8") }));
const files = filesOf("upstream");
const problems = [
  ...foreignWrites(files),
  ...passedGates(files),
  ...["app", "contract", "upstream"].flatMap((root) => [
    ...cycles(filesOf(root), root),
    ...repeatedNames(filesOf(root)),
  ]),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function foreignWrites(all: readonly File[]): string[] {
  return owners.flatMap(({ paths, tables }) =>
    all
      .filter(({ path }) => !paths.some((folder) => path.startsWith(folder)) || isInside(path, paths))
      .flatMap(({ path, text }) => tables.filter((name) => writes(text, name)).map((name) => [path, name] as const))
      .map(([path, name]) => `${path} writes the table ${name}; only ${paths.join(" and ")} may`),
  );
}

function isInside(path: string, paths: readonly string[]): boolean {
  return inside.some((folder) => path.startsWith(folder) && !paths.includes(folder));
}

function passedGates(all: readonly File[]): string[] {
  return gates.flatMap(({ text: gated, paths, why }) =>
    all
      .filter(({ path, text }) => gated.test(withoutComments(text)) && !paths.some((folder) => path.startsWith(folder)))
      .map(({ path }) => `${path}: ${why}; only ${paths.join(" and ")} may have ${gated}`),
  );
}

/** By drizzle under any import name, by raw-sql.ts, or by SQL text. */
function writes(text: string, exported: string): boolean {
  const table: unknown = Reflect.get(schema, exported);
  if (!isTable(table)) throw new Error(`The schema has no table ${exported}`);
  const imports = text.match(/import\s*\{[^}]*\}\s*from\s*"[^"]*\/schema\/[^"]*"/g) ?? [];
  const names = imports.flatMap((statement) => {
    const match = new RegExp(`[{,\\s]${exported}(?:\\s+as\\s+(\\w+))?\\s*[,}]`).exec(statement);
    return match && !statement.includes(`type ${exported}`) ? [match[1] ?? exported] : [];
  });
  const byCode = names.some((name) => new RegExp(`\\b(?:insert|update|delete|insertSql)\\(\\s*${name}\\b`).test(text));
  const isListed = names.some((name) => new RegExp(`for \\(const \\w+ of \\[[^\\]]*\\b${name}\\b`).test(text));
  const isWorded = names.some((name) => new RegExp(`\\bsqlOf\\(\\s*${name}\\b`).test(text));
  const byTemplate = isWorded && /\b(?:insert\s+into|update|delete\s+from)\s+\$\{/i.test(text);
  const bySql = new RegExp(`\\b(?:insert\\s+into|update|delete\\s+from)\\s+\\\\?"?${getTableName(table)}\\b`, "i");
  return byCode || isListed || byTemplate || bySql.test(withoutComments(text));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

/** One name is one thing. Without the names that the framework asks of a route, and the model that tests compare with. */
function repeatedNames(all: readonly File[]): string[] {
  const exported = /^export (?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm;
  const paths = new Map<string, Set<string>>();
  for (const { path, text } of all.filter(({ path }) => !namedElsewhere.test(path))) {
    for (const [, name = ""] of text.matchAll(exported)) paths.set(name, (paths.get(name) ?? new Set()).add(path));
  }
  return [...paths]
    .filter(([, owning]) => owning.size > 1)
    .map(([name, owning]) => `${name} is exported by ${[...owning].join(" and ")}: say in the name which one it is`);
}

/** Between the modules of one program. */
function cycles(all: readonly File[], root: string): string[] {
  const imports = new Map<string, Map<string, string>>();
  for (const { path, text } of all) {
    const from = moduleOf(path);
    const targets = imports.get(from) ?? new Map<string, string>();
    imports.set(from, targets);
    for (const [, target = ""] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const imported = join(dirname(path), target);
      const to = moduleOf(imported);
      if (imported.startsWith(`${root}/`) && to !== from) targets.set(to, `${path} imports ${imported}`);
    }
  }
  return [...imports].flatMap(([from, targets]) =>
    [...targets]
      .filter(([to]) => reaches(imports, to, from))
      .map(([to, why]) => `cycle between ${from} and ${to}: ${why}`),
  );
}

function reaches(imports: ReadonlyMap<string, ReadonlyMap<string, string>>, from: string, wanted: string): boolean {
  const seen = new Set([from]);
  for (const name of seen) for (const next of imports.get(name)?.keys() ?? []) seen.add(next);
  return seen.has(wanted);
}

/**
 * A top-level folder. A feature's rules and ledger checks lie below every feature; its calls, commands and emails above them all
 * (.dependency-cruiser.cjs): of the service these are modules of their own, with those of the features inside it.
 */
function moduleOf(path: string): string {
  const [root, folder = "", ...parts] = path.replace(/\.tsx?$/, "").split("/");
  const layer = parts.slice(0, 2).find((part) => layers.includes(part));
  return root === "upstream" && layer ? `${folder}/${layer}` : folder;
}
