/**
 * docs/proof.md names a test for every promise: each must exist and run where its row says. A name is a file, or
 * several with `*`; without a folder it is in the folder of the previous name. Also finds rows that a merge has left twice in
 * a table of docs/, where two figures or descriptions of one thing contradict each other.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const all = ["tests", "app", "upstream", "scripts"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => join(root, name)),
);
const text = readFileSync("docs/proof.md", "utf8");
const problems = [...wrongPaths(), ...rows().flatMap(wrongRow)].map((problem) => `docs/proof.md: ${problem}`);
problems.push(...documents().flatMap(repeatedRows));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Files named by their full path anywhere in the text. */
function wrongPaths(): string[] {
  const paths = [...text.matchAll(/\b(?:tests|app|upstream|scripts)\/[\w./$()*-]+\.tsx?\b/g)].map(([path]) => path);
  return paths.filter((path) => files(path).length === 0).map((path) => `${path} does not exist`);
}

type Row = { promise: string; tests: string; where: string };

function rows(): Row[] {
  const lines = text.split("| promise | test | where |")[1]?.split("\n") ?? [];
  const cells = lines.filter((line) => line.startsWith("| ")).map((line) => line.split("|").map((cell) => cell.trim()));
  const tableRows = cells.map(([, promise = "", tests = "", where = ""]) => ({ promise, tests, where }));
  const promises = tableRows.filter(({ tests }) => tests !== "");
  if (promises.length === 0) throw new Error("docs/proof.md has no table of promises and tests");
  return promises;
}

function wrongRow({ promise, tests, where }: Row): string[] {
  let folder = "";
  const places = new Set<string>();
  const missing: string[] = [];
  for (const [, name = ""] of tests.matchAll(/`([^`]+)`/g)) {
    const path = name.includes("/") ? name : join(folder, name);
    folder = dirname(path);
    const testFiles = files(path);
    if (testFiles.length === 0) missing.push(`${promise}: there is no test ${path}`);
    for (const file of testFiles) places.add(placeOf(file));
  }
  if (missing.length > 0) return missing;
  if (places.size === 0) return [`${promise}: no test is named`];
  const listed = where.split("; ").sort().join("; ");
  const real = [...places].filter(Boolean).sort().join("; ");
  return listed === real ? [] : [`${promise}: runs in "${real}", and the row says "${where}"`];
}

/** The files of a name: the path itself, or a test of that name, anywhere or below tests/. */
function files(path: string): string[] {
  const pattern = path.split("*").map((part) => part.replace(/[.$()[\]]/g, "\\$&"));
  const whole = new RegExp(`^(tests/)?${pattern.join("[^/]*")}(\\.ts|(\\.[\\w-]+)?\\.(test|spec)\\.tsx?)?$`);
  return all.filter((file) => whole.test(file));
}

/** The smallest command that runs it; undefined for a support file. */
function placeOf(file: string): string {
  if (file.startsWith("tests/api/")) return "test";
  if (file.startsWith("tests/proof/")) return "proof";
  if (file.startsWith("tests/postgres/")) return "all";
  if (file.startsWith("tests/e2e/")) return file.endsWith(".spec.ts") ? "all" : "";
  return "check";
}

/** The printed tables of rules have several rows for one status or code. */
function documents(): string[] {
  const printed = ["order-machine.md", "ledger-flows.md"];
  const names = readdirSync("docs", { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".md") && !printed.includes(name)).map((name) => join("docs", name));
}

/** Rows of one table that begin with the same cell. An empty cell continues the row above it. */
function repeatedRows(file: string): string[] {
  let seen = new Set<string>();
  const repeated: string[] = [];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (!line.startsWith("|")) seen = new Set();
    const cell = line.split("|")[1]?.trim() ?? "";
    if (cell === "") continue;
    if (seen.has(cell)) repeated.push(`${file}: a table has two rows "${cell}"`);
    seen.add(cell);
  }
  return repeated;
}
