/**
 * The lock file must install anywhere: every optional package has an entry (a registry without some platform's build
 * makes npm omit entries, and `npm ci` then fails), and no entry names a host.
 */
import { readFileSync } from "node:fs";

type Entry = { resolved?: string; optionalDependencies?: Record<string, string> };
const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const faults: string[] = [];

for (const [path, entry] of Object.entries(lock.packages)) {
  if (entry.resolved) faults.push(`${path} names where it came from`);
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (!isLocked(path, name)) faults.push(`${path || "the project"} wants ${name}, which has no entry`);
  }
}
for (const fault of faults) console.error(`package-lock.json: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Node's resolution: beside the package, then in each parent folder. */
function isLocked(from: string, name: string): boolean {
  for (let base = from; ; base = base.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
    if (`${base ? `${base}/` : ""}node_modules/${name}` in lock.packages) return true;
    if (base === "") return false;
  }
}
