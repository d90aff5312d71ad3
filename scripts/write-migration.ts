import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

// Writes the migration from the last snapshot of the schema to the tables in upstream/db/schema/. Only the newest snapshot is
// kept: drizzle-kit compares with no other, and all of them together were 400,000 lines.
const meta = "upstream/db/migrations/meta";
execFileSync("npx", ["drizzle-kit", "generate", ...process.argv.slice(2)], { stdio: "inherit" });
const snapshots = readdirSync(meta)
  .filter((name) => name.endsWith("_snapshot.json"))
  .sort();
for (const name of snapshots.slice(0, -1)) rmSync(join(meta, name));
