import { constants, existsSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Database } from "../database.ts";
import { ownDataFolder } from "./lock.ts";
import { syncOne, syncTree } from "./sync-tree.ts";

/** The sockets of the folder's owner: no part of a copy. */
const lockFolder = "lock";
const databaseFolder = "db";

/** Whether a folder holds an embedded database. */
const hasDatabase = (dataDir: string) => existsSync(join(dataDir, databaseFolder, "PG_VERSION"));

/**
 * Copies the data folder of an open embedded database, with its secrets and the test mailbox, to a new folder: a data
 * folder itself. A transaction keeps all other statements waiting meanwhile, so that no file changes. The copy is one of a
 * running database, opened like one after a crash. The folder appears when it is on disk.
 */
export async function backUpDataFolder(db: Database, dataDir: string, to: string): Promise<void> {
  await db.query("checkpoint");
  await db.transaction(() => appearing(to, (copy) => copyTree(dataDir, copy, [lockFolder])));
}

/** Makes a backup the data folder's content. Refuses, as an error, a folder that is in use or has a database. */
export async function restoreDataFolder(from: string, dataDir: string): Promise<void> {
  if (!hasDatabase(from)) throw new Error(`${from} is no backup: it has no database.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const ownership = await ownDataFolder(dataDir);
  try {
    if (existsSync(join(dataDir, databaseFolder))) {
      throw new Error(`${dataDir} has a database: move it away first. Nothing was changed.`);
    }
    await copyTree(from, dataDir, [lockFolder, databaseFolder]);
    await appearing(join(dataDir, databaseFolder), (copy) => copyTree(join(from, databaseFolder), copy, []));
  } finally {
    ownership.release();
  }
}

/** Copies a folder's content, except what is directly in it under these names. */
function copyTree(from: string, to: string, except: readonly string[]): Promise<void> {
  const filter = (path: string) => dirname(path) !== from || !except.includes(basename(path));
  // Where the file system can, it shares the blocks until one side changes them.
  return cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE, filter });
}

/** Fills a folder beside `to` and renames it when its content is on disk; leaves nothing behind when that fails. */
async function appearing(to: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const unfinished = `${to}.unfinished`;
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await fill(unfinished);
    await syncTree(unfinished);
    await rename(unfinished, to);
    await syncOne(dirname(to));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
