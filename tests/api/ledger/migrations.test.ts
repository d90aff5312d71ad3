import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { migrate, migrationsFolder, pendingMigrations } from "../../../upstream/db/migrate.ts";
import * as schema from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { scratchDatabase } from "../../support/service/database.ts";
import { laterMigrations } from "../../support/service/later-migrations.ts";
import { triggersFolder } from "../../support/upgrade/changed-triggers.ts";
import { catalogOf, triggersOf } from "../../support/upgrade/database-catalog.ts";
import { fillAsLastRelease } from "../../support/upgrade/last-release.ts";

const [baseline = "", ...laterTags] = readdirSync(migrationsFolder())
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .map((name) => name.replace(".sql", ""));

/** Made by the migrations. */
let created: Database;
beforeAll(async () => {
  created = await scratchDatabase();
});
afterAll(() => created.close());

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

test("the last release's database becomes the same as a new one, and its books verify", async () => {
  const released = await emptyDatabase();
  expect(await pendingMigrations(released)).toEqual([baseline, ...laterTags]);
  await fillAsLastRelease(released);
  expect(await pendingMigrations(released)).toEqual(laterTags);
  await migrate(released);
  expect(await catalogOf(released.query)).toEqual(await catalogOf(created.query));
  expect(await verify(released)).toEqual([]);
});

test("the files of upstream/db/triggers are the triggers and functions of the database", async () => {
  const files = readdirSync(triggersFolder).map((name) => readFileSync(join(triggersFolder, name), "utf8"));
  const migrated = await triggersOf(created.query);
  await created.transaction(async (tx) => {
    const query = created.rawIn(tx);
    // The files have no order.
    await query("set local check_function_bodies = off");
    const { rows } = await query(
      "select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace",
    );
    for (const { name } of rows) await query(`drop function if exists ${String(name)} cascade`);
    expect(await triggersOf(query)).toEqual(new Map());
    for (const file of files) await query(file);
    // A difference is a trigger that a migration has changed without its file, or the other way round.
    expect(await triggersOf(query)).toEqual(migrated);
  });
});

test("a database from before the last release is refused by name, and nothing in it changes", async () => {
  const mark = "drizzle.__drizzle_migrations";
  const before = await catalogOf(created.query);
  // That of the migration before the last one of 1.1.0.
  await created.query(`delete from ${mark}; insert into ${mark} (hash, created_at) values ('of 0122', 1795953399940)`);
  const refused = "older than version 1.1.0. Upgrade it with version 1.1.0 first";
  await expect(migrate(created)).rejects.toThrow(refused);
  await expect(migrate(created, laterMigrations("create table later (n int)"))).rejects.toThrow(refused);
  await expect(pendingMigrations(created)).rejects.toThrow(refused);
  expect(await catalogOf(created.query)).toEqual(before);
  expect((await created.query(`select hash from ${mark}`)).rows).toEqual([{ hash: "of 0122" }]);
});

/** Without any table; until the test ends. */
async function emptyDatabase(): Promise<Database> {
  const db = await scratchDatabase();
  onTestFinished(db.close);
  await db.query("drop schema drizzle cascade; drop schema public cascade; create schema public");
  return db;
}
