import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Database } from "./database.ts";

/** An arbitrary number for the advisory lock that lets one process migrate at a time. */
const migrationLock = 723_501_944;

/** Migrates the database to this version, all or nothing. Safe with several processes at once. */
export async function migrate(db: Database, folder = migrationsFolder()): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  await db.transaction(async (tx) => {
    const query = db.rawIn(tx);
    await query("select pg_advisory_xact_lock($1)", [migrationLock]);
    // drizzle-kit's own table, so that its tools work with our databases.
    await query("create schema if not exists drizzle");
    await query(
      "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    );
    const { rows } = await query("select max(created_at) as newest from drizzle.__drizzle_migrations");
    const newest = Number(rows[0]?.newest ?? -1);
    for (const migration of migrations) {
      if (migration.folderMillis <= newest) continue;
      for (const statement of migration.sql) await query(statement);
      await query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
        migration.hash,
        migration.folderMillis,
      ]);
    }
  });
}

/**
 * Folder of the migrations: beside this file in the sources; `build/migrations` in a bundle, where the build copies
 * them, beside `build/upstream.js` and above `build/server/`.
 */
export function migrationsFolder(): string {
  return besideProgram("migrations", join("meta", "_journal.json"));
}

/** A folder shipped with the program, found by a file it must contain. */
export function besideProgram(name: string, proof: string): string {
  const here = dirname(fileURLToPath(import.meta.url));
  // The site loads the service as a separate chunk in build/server/assets.
  const candidates = [here, join(here, ".."), join(here, "../..")].map((folder) => join(folder, name));
  const folder = candidates.find((candidate) => existsSync(join(candidate, proof)));
  if (folder === undefined) throw new Error(`The folder "${name}" is missing beside the program in ${here}.`);
  return folder;
}
