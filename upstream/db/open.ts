import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "./database.ts";
import { migrate, pendingMigrations } from "./migrate.ts";
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

/** An operator's command may read whole tables; the service answers within seconds or not at all. */
export type Use = "service" | "operator";

/** Opens, checks and migrates. Throws `DataFolderTaken` when another process has the embedded database. */
export async function openDatabase(where: Where, use: Use = "service"): Promise<OpenDatabase> {
  if ("databaseUrl" in where) {
    // Only the driver in use is loaded: each takes time and memory of a start.
    const { connectPostgres } = await import("./postgres/postgres.ts");
    const { serviceQueryMs } = await import("./postgres/pool.ts");
    // A migration may take as long as it needs.
    const migrating = connectPostgres(where.databaseUrl, 1);
    await migrate(migrating).finally(migrating.close);
    const limits = use === "service" ? { queryMs: serviceQueryMs } : {};
    return { db: connectPostgres(where.databaseUrl, 10, limits), serveOperator: () => {} };
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

/** Names of the migrations that `openDatabase` would run; undefined where it would create an embedded database. */
export async function pendingIn(where: Where): Promise<string[] | undefined> {
  if ("databaseUrl" in where) {
    const { connectPostgres } = await import("./postgres/postgres.ts");
    const db = connectPostgres(where.databaseUrl, 1);
    return pendingMigrations(db).finally(db.close);
  }
  const folder = join(where.dataDir, "db");
  if (!existsSync(folder)) return undefined;
  const ownership = await ownDataFolder(where.dataDir);
  try {
    const { connectPglite } = await import("./pglite/pglite.ts");
    const db = await connectPglite(folder);
    return await pendingMigrations(db).finally(db.close);
  } finally {
    ownership.release();
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
