/** Writes the order machine's table into docs/order-machine.md between its markers. `--check` compares only. */
import { readFileSync, writeFileSync } from "node:fs";
import { machineAsMarkdown } from "../upstream/domain/machine.ts";

const path = "docs/order-machine.md";
const begin = "<!-- machine:begin -->\n";
const end = "<!-- machine:end -->";
const before = readFileSync(path, "utf8");
const after =
  before.slice(0, before.indexOf(begin) + begin.length) +
  machineAsMarkdown().trimEnd().concat("\n") +
  before.slice(before.indexOf(end));

if (!process.argv.includes("--check")) writeFileSync(path, after);
else if (before !== after) {
  console.error(`${path} is out of date: run npx tsx scripts/write-machine.ts`);
  process.exitCode = 1;
}
