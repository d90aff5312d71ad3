import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { inject, onTestFinished } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { migrate, migrationsFolder } from "../../../upstream/db/migrate.ts";
import { driverOptions, pgliteDatabase } from "../../../upstream/db/pglite/pglite.ts";
import { connectPostgres } from "../../../upstream/db/postgres/postgres.ts";
import { newOnServer } from "./database.ts";

/** A database as an earlier version left it: migrated up to and including the migration with this tag. */
export async function oldDatabase(upTo: string, connections = 2): Promise<Database> {
  const db =
    inject("postgresServer") === ""
      ? pgliteDatabase(await PGlite.create(driverOptions))
      : connectPostgres(await newOnServer(), connections);
  await migrateUpTo(db, upTo);
  return db;
}

export async function migrateUpTo(db: Database, tag: string): Promise<void> {
  const folder = migrationsCopy();
  const { entries, ...rest }: Journal = JSON.parse(readFileSync(journalOf(folder), "utf8"));
  const last = entries.findIndex((entry) => entry.tag === tag);
  if (last === -1) throw new Error(`There is no migration ${tag}.`);
  writeFileSync(journalOf(folder), JSON.stringify({ ...rest, entries: entries.slice(0, last + 1) }));
  await migrate(db, folder);
}

/** A folder of migrations as a later version would have it: ours, and one more with these statements. */
export function laterMigrations(statements: string): string {
  const folder = migrationsCopy();
  const { entries, ...rest }: Journal = JSON.parse(readFileSync(journalOf(folder), "utf8"));
  const when = (entries.at(-1)?.when ?? 0) + 1;
  const later = { idx: entries.length, version: "7", when, tag: "9999_later", breakpoints: true };
  writeFileSync(journalOf(folder), JSON.stringify({ ...rest, entries: [...entries, later] }));
  writeFileSync(join(folder, "9999_later.sql"), statements);
  return folder;
}

type Journal = { entries: { tag: string; when: number }[] };

/** Until the test ends. */
function migrationsCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), "kursa-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrationsFolder(), folder, { recursive: true });
  return folder;
}

const journalOf = (folder: string) => join(folder, "meta", "_journal.json");
