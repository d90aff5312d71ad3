import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { z } from "zod/v4";
import type { Database, RawQuery } from "./database.ts";
import { allowFlows } from "./flow-rows.ts";
import { sqlState } from "./retry.ts";

/** An arbitrary number for the advisory lock that lets one process migrate at a time. */
const migrationLock = 723_501_944;
/**
 * A migration that waits for a table makes all others wait behind it: it gives up soon, and tries again after a pause.
 */
const lockTimeoutMs = 2000;
const pauseMs = 500;
const attempts = 60;

/**
 * The last release whose migrations are one baseline now, the first of the folder. Its databases go on from there; older ones are upgraded
 * with that release first. See docs/decisions/225.
 */
const lastBeforeBaseline = "1.1.0";

/** drizzle-kit's list of the migrations. */
const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

type Migration = ReturnType<typeof readMigrationFiles>[number];

/**
 * Migrates the database to this version, and adds the flows of the ledger that it lacks. Each migration is a transaction of its own, so that one that adds a constraint
 * ends before another checks the rows that are there. Safe with several processes at once. Where nothing is to do, only
 * reads, since the service's role may do no more. Throws, and changes nothing, where the database is older than the baseline.
 */
export async function migrate(db: Database, folder = migrationsFolder()): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  const pending = async () => laterThan(await newestIn(db.query), migrations, ({ folderMillis }) => folderMillis);
  try {
    while ((await pending()).length > 0) await withPatience(() => applyNext(db, migrations));
    await allowFlows(db.query);
  } catch (error) {
    if (sqlState(error) !== "42501") throw error;
    throw new Error(
      "The database is older than this program, and its role may not change it: run `operator db migrate` as the owner.",
    );
  }
}

/** Names of the migrations that the database lacks, in their order. Only reads. Throws where it is older than the baseline. */
export async function pendingMigrations(db: Database, folder = migrationsFolder()): Promise<string[]> {
  const newest = await newestIn(db.query);
  const { entries } = journal.parse(JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")));
  return laterThan(newest, entries, ({ when }) => when).map(({ tag }) => tag);
}

/** The migrations that a database lacks whose newest one has this time; -1 stands for an empty database. */
function laterThan<T>(newest: number, migrations: readonly T[], timeOf: (migration: T) => number): T[] {
  const [baseline] = migrations;
  if (baseline !== undefined && newest >= 0 && newest < timeOf(baseline))
    throw new Error(
      `The database is older than version ${lastBeforeBaseline}. Upgrade it with version ${lastBeforeBaseline} first (\`operator db migrate\`), then with this one. Nothing was changed.`,
    );
  return migrations.filter((migration) => timeOf(migration) > newest);
}

async function applyNext(db: Database, migrations: readonly Migration[]): Promise<void> {
  await db.transaction(async (tx) => {
    const query = db.rawIn(tx);
    await query("select pg_advisory_xact_lock($1)", [migrationLock]);
    await query(`set local lock_timeout = ${lockTimeoutMs}`);
    // drizzle-kit's own table, so that its tools work with our databases.
    await query("create schema if not exists drizzle");
    await query(
      "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    );
    const newest = await newestIn(query);
    const [next] = laterThan(newest, migrations, ({ folderMillis }) => folderMillis);
    if (!next) return;
    for (const statement of next.sql) await query(statement);
    // With the table itself, so that no booking meets it empty.
    await allowFlows(query);
    await query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      next.hash,
      next.folderMillis,
    ]);
  });
}

async function newestIn(query: RawQuery): Promise<number> {
  const migrationsTable = await query("select to_regclass('drizzle.__drizzle_migrations') as there");
  if (migrationsTable.rows[0]?.there === null) return -1;
  const { rows } = await query("select max(created_at) as newest from drizzle.__drizzle_migrations");
  return Number(rows[0]?.newest ?? -1);
}

/** A lock that was not free in time, and a deadlock with writers that PostgreSQL ended at our cost. */
const tableInUse = new Set(["55P03", "40P01"]);

/** Repeats `work` while a table it needs is in use. */
async function withPatience(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!tableInUse.has(sqlState(error) ?? "") || attempt === attempts) throw error;
      await wait(pauseMs);
    }
  }
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
