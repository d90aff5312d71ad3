import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Database } from "../database.ts";
import { besideProgram } from "../migrate.ts";
import { prepare } from "../prepare.ts";
import { connectPglite } from "./pglite.ts";
import { syncOne, syncTree } from "./sync-tree.ts";

/** A file that every initialised database folder contains. */
const proof = "PG_VERSION";

/**
 * Builds a database folder with all tables and no rows of ours, so that a first start does not have to. `addQueues` adds those
 * of the jobs, of which each has a table of its own.
 */
export async function makeTemplate(
  folder: string,
  migrations?: string,
  addQueues?: (db: Database) => Promise<void>,
): Promise<void> {
  const db = await connectPglite(folder);
  await prepare(db, migrations);
  await addQueues?.(db);
  await dropModels(db);
  await db.query("vacuum (analyze)");
  // Leaves a log that is empty but for its beginning.
  await db.query("set wal_recycle = off");
  await db.query("select pg_switch_wal()");
  await db.query("checkpoint");
  await db.close();
}

const packed = ".gz";

/**
 * Compresses the template's log without the zeros that it ends with: most of a segment's 16 MB. Copying restores them
 * as a hole in the file, as PostgreSQL itself does with `wal_init_zero=off`.
 */
export async function packLog(template: string): Promise<void> {
  const folder = join(template, "pg_wal");
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const segment = join(folder, entry.name);
    const bytes = await readFile(segment);
    if (bytes.length !== segmentBytes) throw new Error(`A log segment has ${bytes.length} bytes, not ${segmentBytes}.`);
    await writeFile(segment + packed, gzipSync(withoutEndingZeros(bytes)));
    await rm(segment);
  }
}

/** PostgreSQL's default, which the template has. */
const segmentBytes = 16 * 1024 * 1024;

function withoutEndingZeros(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
}

async function unpack(source: string, target: string): Promise<void> {
  await writeFile(target, gunzipSync(await readFile(source)), { mode: 0o600 });
  await truncate(target, segmentBytes);
}

/** PostgreSQL's template databases, which we never copy; each file slows down the start after a crash. */
async function dropModels(db: Database): Promise<void> {
  await db.query("update pg_database set datistemplate = false where datname in ('template0', 'template1')");
  await db.query("drop database template0");
  await db.query("drop database template1");
}

/**
 * Creates the database folder if it is missing: a copy of the template shipped with the program or, in the sources, a
 * new database. It gets its name only when complete and synced, so a start killed half-way simply begins again. The
 * caller holds the lock.
 */
export async function ensureDatabaseFolder(folder: string, template = builtTemplate()): Promise<void> {
  if (existsSync(join(folder, proof))) return;
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  if (template === undefined) await makeTemplate(unfinished);
  else await copyTree(template, unfinished);
  await syncTree(unfinished);
  await rename(unfinished, folder);
  await syncOne(dirname(folder));
}

function builtTemplate(): string | undefined {
  try {
    return besideProgram("template", proof);
  } catch {
    return undefined;
  }
}

/** Makes the copy writable, since deployed code may be read-only. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) return copyTree(source, target);
      if (entry.name.endsWith(packed)) return unpack(source, target.slice(0, -packed.length));
      await copyFile(source, target);
      await chmod(target, 0o600);
    }),
  );
}
