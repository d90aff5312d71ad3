/**
 * Writes a migration: what the tables in upstream/db/schema/ have more than the last snapshot of them, and the files of upstream/db/triggers/
 * that differ from what the migrations make. Only the newest snapshot is kept: drizzle-kit compares with no other.
 *
 *   npm run db:generate -- --name <what it brings>
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { changedTriggers } from "../tests/support/upgrade/changed-triggers.ts";

const folder = "upstream/db/migrations";
const meta = join(folder, "meta");

const before = new Set(migrations());
generate();
// After the tables: a new trigger may be about a new column.
const triggers = await changedTriggers();
// Without another table there is no file: an empty one takes the triggers.
if (triggers.length > 0 && newMigration() === undefined) generate("--custom");
const written = newMigration();
for (const path of written === undefined ? [] : triggers)
  appendFileSync(join(folder, written ?? ""), `\n--> statement-breakpoint\n${readFileSync(path, "utf8")}`);
for (const path of triggers) console.log(`with ${path}`);

const snapshots = readdirSync(meta)
  .filter((name) => name.endsWith("_snapshot.json"))
  .sort();
for (const name of snapshots.slice(0, -1)) rmSync(join(meta, name));

function generate(...more: string[]): void {
  execFileSync("npx", ["drizzle-kit", "generate", ...more, ...process.argv.slice(2)], { stdio: "inherit" });
}

function migrations(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".sql"));
}

function newMigration(): string | undefined {
  return migrations().find((name) => !before.has(name));
}
