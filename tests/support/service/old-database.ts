import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { inject } from "vitest";
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
  const folder = mkdtempSync(join(tmpdir(), "kursa-migrations-"));
  cpSync(migrationsFolder(), folder, { recursive: true });
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(journalOf(migrationsFolder()), "utf8"));
  const last = journal.entries.findIndex(({ tag }) => tag === upTo);
  if (last === -1) throw new Error(`There is no migration ${upTo}.`);
  mkdirSync(join(folder, "meta"), { recursive: true });
  writeFileSync(journalOf(folder), JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  await migrate(db, folder);
  rmSync(folder, { recursive: true });
  return db;
}

const journalOf = (folder: string) => join(folder, "meta", "_journal.json");
