import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "./database.ts";
import { createHistory, type History, openHistory } from "./history/history.ts";
import { HistoryFault } from "./history/history-mark.ts";
import { rememberedMarks } from "./history/remembered-marks.ts";
import { migrate, pendingMigrations } from "./migrate.ts";
import { type LineHandler, ownDataFolder } from "./pglite/lock.ts";

/** Location of the database: a PostgreSQL URL, or the data folder for the embedded one. */
export type Where = { databaseUrl: string; dataDir: string } | { dataDir: string };

export type OpenDatabase = {
  /** The migrated database. Closing the embedded one releases its folder. */
  db: Database;
  history: History;
  /** The database lacks a part of its history; only an operator's command gets it all the same. */
  fault: HistoryFault | undefined;
  /** Serves operator commands: they cannot open the embedded database beside us, and answer sooner than by themselves. */
  serveOperator(respond: LineHandler): void;
};

/**
 * An operator's command may read whole tables, and a database that lacks a part of its history; the service answers within
 * seconds or not at all, and refuses such a database.
 */
export type Use = "service" | "operator";

/**
 * Opens, checks and migrates. Throws `DataFolderTaken` when another process has the embedded database, and `HistoryFault`
 * when the database is behind what this data folder remembers of it.
 */
export async function openDatabase(where: Where, use: Use = "service"): Promise<OpenDatabase> {
  if ("databaseUrl" in where) return openServed(where, use);
  mkdirSync(where.dataDir, { recursive: true, mode: 0o700 });
  const ownership = await ownDataFolder(where.dataDir);
  try {
    const { db, ...opened } = await openEmbedded(where.dataDir, use);
    const close = () => db.close().finally(ownership.release);
    return { ...opened, db: { ...db, close }, serveOperator: ownership.serve };
  } catch (error) {
    ownership.release();
    throw error;
  }
}

async function openServed(where: { databaseUrl: string; dataDir: string }, use: Use): Promise<OpenDatabase> {
  const opened = await openPostgres(where, use);
  if (use === "operator") return { ...opened, serveOperator: () => {} };
  const { listenAsService } = await import("./postgres/service-socket.ts");
  const listening = await listenAsService(where);
  const close = () => opened.db.close().finally(listening.release);
  return { ...opened, db: { ...opened.db, close }, serveOperator: listening.serve };
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

type Opened = Omit<OpenDatabase, "serveOperator">;

async function openPostgres({ databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }, use: Use) {
  // Only the driver in use is loaded: each takes time and memory of a start.
  const { connectPostgres } = await import("./postgres/postgres.ts");
  const { serviceQueryMs } = await import("./postgres/pool.ts");
  const { host, pathname, searchParams } = new URL(databaseUrl);
  const history = openHistory(rememberedMarks(dataDir, `${searchParams.get("host") ?? host}${pathname}`));
  // A migration may take as long as it needs.
  const migrating = connectPostgres(databaseUrl, 1);
  const fault = await prepare(migrating, history, use).finally(migrating.close);
  const limits = use === "service" ? { queryMs: serviceQueryMs, inspect: history.check } : {};
  return { db: connectPostgres(databaseUrl, 10, limits), history, fault };
}

async function openEmbedded(dataDir: string, use: Use): Promise<Opened> {
  const { connectPglite } = await import("./pglite/pglite.ts");
  const { ensureDatabaseFolder } = await import("./pglite/template.ts");
  const folder = join(dataDir, "db");
  await ensureDatabaseFolder(folder);
  const history = openHistory(rememberedMarks(dataDir, "embedded"));
  const db = await connectPglite(folder);
  try {
    return { db, history, fault: await prepare(db, history, use) };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Migrates, and finds out whether this is the history that we know. */
async function prepare(db: Database, history: History, use: Use): Promise<HistoryFault | undefined> {
  await migrate(db);
  await createHistory(db.query);
  try {
    await history.check(db.query);
    return undefined;
  } catch (error) {
    if (use === "operator" && error instanceof HistoryFault) return error;
    throw error;
  }
}
