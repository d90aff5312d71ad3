import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { type LineAnswer, ownDataFolder } from "./pglite/lock.ts";

/** Location of the database: a PostgreSQL URL, or a local folder for the embedded one. */
export type Where = { databaseUrl: string } | { dataDir: string };

export type OpenDatabase = {
  /** The migrated database. Closing the embedded one releases its folder. */
  db: Database;
  /**
   * Serves operator commands, which cannot open the embedded database beside us; on PostgreSQL they connect themselves.
   */
  serveOperator(answer: LineAnswer): void;
};

/** Opens, checks and migrates. Throws `DataFolderTaken` when another process has the embedded database. */
export async function openDatabase(where: Where): Promise<OpenDatabase> {
  if ("databaseUrl" in where) {
    // Only the driver in use is loaded: each takes time and memory of a start.
    const { connectPostgres } = await import("./postgres/postgres.ts");
    const db = connectPostgres(where.databaseUrl);
    await migrate(db);
    return { db, serveOperator: () => {} };
  }
  mkdirSync(where.dataDir, { recursive: true, mode: 0o700 });
  const ownership = await ownDataFolder(where.dataDir);
  try {
    const db = await openEmbedded(where.dataDir);
    const close = () => db.close().finally(ownership.release);
    return { db: { ...db, close }, serveOperator: ownership.serve };
  } catch (error) {
    ownership.release();
    throw error;
  }
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const { connectPglite } = await import("./pglite/pglite.ts");
  const { ensureDatabaseFolder } = await import("./pglite/template.ts");
  const folder = join(dataDir, "db");
  await ensureDatabaseFolder(folder);
  const db = await connectPglite(folder);
  await migrate(db);
  return db;
}
