/**
 * Paths and links in documents, and paths in comments of the code: a file or folder that they name must exist, and the heading that a
 * link to a document leads to. A path may begin at the root, in the program that the document is about, or in the folder of its file.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { endpoints } from "../contract/calls/endpoints.ts";

const roots = [".", "app", "upstream", "contract", "tests", "app/server", "tests/support"];
const folders = new Set(
  [".", ...roots.slice(1)].flatMap((root) =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  ),
);

/** Calls of the API are written like paths, and some files are the operator's. */
const otherNames = new Set(["deploy/.env", "deploy/company/", ...Object.values(endpoints).map(({ path }) => path)]);

const documents = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  ...["docs", "docs/decisions", "docs/operating", "deploy"].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
  ),
];
const sources = ["app", "upstream", "contract", "signer", "scripts", "bench"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, name)),
);

const problems = [...documents.flatMap(wrongInDocument), ...sources.flatMap(wrongInSource)];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function wrongInDocument(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = ""]) => link);
  const deadLinks = links.filter((link) => !leads(link, file));
  // The names in docs/proof.md are checked by scripts/check-proof.ts.
  const names = file === "docs/proof.md" ? [] : [...text.matchAll(/`([^`\s]+)`/g)];
  const paths = names.map(([, path = ""]) => path).filter(isPath);
  return [...deadLinks, ...paths.filter((path) => !isThere(path, dirname(file)))].map(
    (path) => `${file}: ${path} does not exist`,
  );
}

function wrongInSource(file: string): string[] {
  const comments = readFileSync(file, "utf8").match(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? [];
  const paths = comments
    .flatMap((comment) => comment.match(/(?<![\w./@:-])[\w$().-]+(?:\/[\w$().-]+)+\.(?:tsx?|md|sql)\b/g) ?? [])
    .filter(isPath);
  return paths.filter((path) => !isThere(path, dirname(file))).map((path) => `${file}: ${path} does not exist`);
}

/** Whether the file of a link exists and, of a document, the heading. */
function leads(link: string, from: string): boolean {
  const [path = "", heading] = link.split("#");
  const target = path === "" ? from : join(dirname(from), path);
  if (!existsSync(target)) return false;
  if (heading === undefined || !target.endsWith(".md")) return true;
  const headings = readFileSync(target, "utf8").matchAll(/^#+ (.*)$/gm);
  // As GitHub makes an anchor of a heading.
  const anchors = [...headings].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
  return anchors.includes(heading);
}

/** What begins with a folder of ours; others are addresses, packages, or folders that the program makes. */
function isPath(text: string): boolean {
  const [first = "", ...rest] = text.split("/");
  return rest.length > 0 && folders.has(first) && !otherNames.has(text) && !/[:<>=?[\]…]|\.\.\./.test(text);
}

function isThere(path: string, folder: string): boolean {
  const names = expanded(path.replace(/\/$/, ""));
  return names.every((name) => [...roots, folder].some((root) => exists(join(root, name))));
}

/** `a/{b,c}.ts` names two files; of `a/*.ts` the folder counts. */
function expanded(path: string): string[] {
  const choice = /\{([^}]*)\}/.exec(path);
  if (choice?.[1] !== undefined)
    return choice[1].split(",").flatMap((alternative) => expanded(path.replace(choice[0], alternative)));
  return [path.includes("*") ? dirname(path.slice(0, path.indexOf("*") + 1)) : path];
}

function exists(path: string): boolean {
  return ["", ".ts", ".tsx", ".test.ts", ".spec.ts"].some((end) => existsSync(path + end));
}
