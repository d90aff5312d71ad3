/** Writes the tables of rules into their documents, between the markers. `--check` compares only. */
import { readFileSync, writeFileSync } from "node:fs";
import { flowsAsMarkdown } from "../upstream/ledger/rules/flows.ts";
import { machineAsMarkdown } from "../upstream/orders/rules/machine.ts";

const tables = [
  { path: "docs/order-machine.md", name: "machine", text: machineAsMarkdown() },
  { path: "docs/ledger-flows.md", name: "flows", text: flowsAsMarkdown() },
];

for (const { path, name, text } of tables) {
  const begin = `<!-- ${name}:begin -->\n`;
  const end = `<!-- ${name}:end -->`;
  const before = readFileSync(path, "utf8");
  const after =
    before.slice(0, before.indexOf(begin) + begin.length) +
    text.trimEnd().concat("\n") +
    before.slice(before.indexOf(end));
  if (!process.argv.includes("--check")) writeFileSync(path, after);
  else if (before !== after) {
    console.error(`${path} is out of date: run npx tsx scripts/write-machine.ts`);
    process.exitCode = 1;
  }
}
