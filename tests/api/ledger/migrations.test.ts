import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, test } from "vitest";
import { migrationsFolder } from "../../../upstream/db/migrate.ts";
import * as schema from "../../../upstream/db/schema/index.ts";

test("the migrations create exactly the tables of the schema", async () => {
  const meta = join(migrationsFolder(), "meta");
  const [newest = "", ...older] = readdirSync(meta)
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort()
    .reverse();
  expect(older, "npm run db:generate keeps the newest snapshot only").toEqual([]);
  const migrated = JSON.parse(readFileSync(join(meta, newest), "utf8"));
  expect(await generateMigration(migrated, generateDrizzleJson(schema))).toEqual([]);
});
