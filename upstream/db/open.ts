import { join } from "node:path";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { connectPglite } from "./pglite.ts";
import { connectPostgres } from "./postgres.ts";

/** Where the database is: a PostgreSQL, or a folder of this machine for the embedded one. */
export type Where = { databaseUrl: string } | { dataDir: string };

/** The database at this version, ready for work. */
export async function openDatabase(where: Where): Promise<Database> {
  const db =
    "databaseUrl" in where ? connectPostgres(where.databaseUrl) : await connectPglite(join(where.dataDir, "db"));
  await migrate(db);
  return db;
}
